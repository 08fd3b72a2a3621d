use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, MemberId, PatientId, ResourceId, ServiceId};
use crate::words::AppointmentStatus;

/// An appointment.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "appointment")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AppointmentId,
    pub patient_id: PatientId,
    pub provider_id: Option<MemberId>,
    /// The name that the service had when it was booked.
    pub service: String,
    /// The service of the catalogue; none where it was chosen from the fixed list.
    pub service_id: Option<ServiceId>,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub notes: Option<String>,
    pub allow_overlap: bool,
    pub created_by: Option<MemberId>,
    pub created_at: DateTime<Utc>,
    /// The set, if it is sample data.
    pub sample_set_id: Option<i64>,
    pub status: AppointmentStatus,
    /// Since when; none while the status is the first one.
    pub status_at: Option<DateTime<Utc>>,
    /// Of a cancelled appointment.
    pub cancel_reason: Option<String>,
    /// Who booked it although the provider was booked.
    pub booked_anyway_by: Option<MemberId>,
    /// Their name at that moment.
    pub booked_anyway_name: Option<String>,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: Option<DateTime<Utc>>,
    pub updated_by: Option<MemberId>,
    /// Their name at that moment.
    pub updated_by_name: Option<String>,
    /// The room or the device that it occupies.
    pub resource_id: Option<ResourceId>,
    /// When the patient asked for another time; none once that is settled.
    pub move_asked_at: Option<DateTime<Utc>>,
    /// Those that were booked together have the same one.
    pub series_id: Option<Uuid>,
    /// When the patient asked for it online; none once the clinic has answered, and for every other one.
    pub requested_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
