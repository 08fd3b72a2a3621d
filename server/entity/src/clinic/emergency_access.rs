use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    ids::{EmergencyAccessId, MemberId, PatientId},
    words::EmergencyAssessment,
};

/// A member's emergency access: reading a patient's clinical record beyond what the role allows, for an hour and with a
/// reason; and a Medical Director's assessment of it.
#[sea_orm::model]
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
    /// When the member ended it before that.
    pub ended_at: Option<DateTime<Utc>>,
    pub assessment: Option<EmergencyAssessment>,
    pub assessment_note: Option<String>,
    pub assessed_by: Option<MemberId>,
    pub assessor_name: Option<String>,
    pub assessed_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
