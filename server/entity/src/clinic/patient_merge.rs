use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::ids::{MemberId, PatientId};

/// A merge of two records of one person. At most one merge of a patient counts: the one that was not undone.
#[sea_orm::model]
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
    /// What the survivor's fields held before the merge gave them the other patient's values.
    pub fields: MergedFields,
    /// What the merge gave to those fields.
    pub taken: MergedFields,
    /// The survivor's newest clinical answer: a later one was given by somebody who saw the other patient's.
    pub last_answer_id: i64,
    pub undone_at: Option<DateTime<Utc>>,
    pub undone_by: Option<String>,
}

/// Values of a survivor's fields as text, by the fields' names: those before it took the other patient's, or those that it took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct MergedFields(pub BTreeMap<String, Option<String>>);

impl ActiveModelBehavior for ActiveModel {}
