use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, FollowUpId, MemberId, PatientId},
};

/// A follow-up, due some days after a visit.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "follow_up")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: FollowUpId,
    pub patient_id: PatientId,
    /// The visit that it follows.
    pub appointment_id: AppointmentId,
    /// The service's name when the visit was booked.
    pub service: String,
    /// By the clinic's calendar.
    pub due_on: NaiveDate,
    /// The result.
    pub note: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
    pub done_by: Option<MemberId>,
    /// The member's name at that moment.
    pub done_by_name: Option<String>,
    /// Counts the changes.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// `None` while nobody has changed the follow-up.
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
