use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, FollowUpId, MemberId, PatientId};

/// A follow-up, due some days after a visit.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "follow_up")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: FollowUpId,
    pub patient_id: PatientId,
    /// The visit that it follows.
    pub appointment_id: AppointmentId,
    /// The name that the service had when the visit was booked.
    pub service: String,
    /// By the clinic's calendar.
    pub due_on: NaiveDate,
    /// How it went.
    pub note: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
    pub done_by: Option<MemberId>,
    /// Their name at that moment.
    pub done_by_name: Option<String>,
    /// Counts the changes.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// None while nobody has changed it.
    pub updated_by: Option<MemberId>,
    /// Their name at that moment.
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
