use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::ids::{MemberId, PatientId};
use crate::words::{ClinicalAnswer, ClinicalKind};

/// What a patient answered when somebody asked. Inserted, and changed only to withdraw it. The newest version of a kind
/// that is not withdrawn counts.
#[sea_orm::model]
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
    /// When it was taken back as a mistake; it does not count then.
    pub withdrawn_at: Option<DateTime<Utc>>,
}

/// The entries of a list; none unless the answer is `listed`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ClinicalEntries(pub Vec<ClinicalEntry>);

/// An allergy, a medication or a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ClinicalEntry {
    pub name: String,
    /// The reaction, the dose, or since when.
    #[schema(required)]
    pub note: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
