use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{
    Relation,
    ids::{MemberId, PatientId},
};

/// A merge of two records of one person. A patient has at most one merge that was not undone; only that merge counts.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "patient_merge")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub survivor_id: PatientId,
    pub merged_id: PatientId,
    pub member_id: MemberId,
    /// The member's name at that moment.
    pub member_name: String,
    pub merged_at: DateTime<Utc>,
    /// The survivor's fields before the merge overwrote them with the other patient's values.
    pub fields: MergedFields,
    /// The values that the merge wrote to those fields.
    pub taken: MergedFields,
    /// The survivor's newest clinical answer at the merge. Whoever gave a later answer saw the other patient's answers, too.
    pub last_answer_id: i64,
    pub undone_at: Option<DateTime<Utc>>,
    pub undone_by: Option<String>,
}

/// Values of a survivor's fields as text, keyed by field name: the values before the merge, or those that the merge wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct MergedFields(pub BTreeMap<String, Option<String>>);

impl ActiveModelBehavior for ActiveModel {}
