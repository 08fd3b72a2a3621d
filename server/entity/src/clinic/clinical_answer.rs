use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{
    Relation,
    ids::{MemberId, PatientId},
    words::{ClinicalAnswer, ClinicalKind},
};

/// A patient's answer to a clinical question. Inserted, and changed only to withdraw it. The newest version of a kind
/// that is not withdrawn counts.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "clinical_answer")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: PatientId,
    pub kind: ClinicalKind,
    /// Counts the answers of this kind.
    pub version: i32,
    pub answer: ClinicalAnswer,
    pub entries: ClinicalEntries,
    pub member_id: MemberId,
    /// The member's name at that moment.
    pub member_name: String,
    pub asked_at: DateTime<Utc>,
    /// When the answer was withdrawn as a mistake. A withdrawn answer does not count.
    pub withdrawn_at: Option<DateTime<Utc>>,
}

/// The entries of a list. Empty unless the answer is `listed`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ClinicalEntries(pub Vec<ClinicalEntry>);

/// An allergy, a medication or a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ClinicalEntry {
    pub name: String,
    /// The reaction, the dose, or since when.
    pub note: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
