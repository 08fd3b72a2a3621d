use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{EmergencyAccessId, MemberId, PatientId},
    words::EmergencyAssessment,
};

/// A member's emergency access: the member reads a patient's clinical record beyond the role's rights, for an hour and
/// with a reason. A Medical Director assesses it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "emergency_access")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: EmergencyAccessId,
    pub patient_id: PatientId,
    pub member_id: MemberId,
    /// The member's name and role at that moment.
    pub member_name: String,
    pub member_role: String,
    pub reason: String,
    pub opened_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    /// When the member ended the access before `ends_at`.
    pub ended_at: Option<DateTime<Utc>>,
    pub assessment: Option<EmergencyAssessment>,
    pub assessment_note: Option<String>,
    pub assessed_by: Option<MemberId>,
    pub assessor_name: Option<String>,
    pub assessed_at: Option<DateTime<Utc>>,
    /// The patient's ids at that moment. A record that is merged later is not opened. `None` for accesses from before
    /// this was stored.
    pub patient_ids: Option<Vec<PatientId>>,
    /// Whether the whole record was exported and nothing was opened on the screen.
    pub is_export: bool,
}

impl ActiveModelBehavior for ActiveModel {}
