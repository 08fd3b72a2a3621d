use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, MemberId, PatientId, ResourceId, ServiceId},
    words::AppointmentStatus,
};

/// An appointment.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "appointment")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AppointmentId,
    pub patient_id: PatientId,
    pub provider_id: Option<MemberId>,
    /// The service's name at the time of booking.
    pub service: String,
    /// The service in the catalog. `None` if the service is from the fixed list.
    pub service_id: Option<ServiceId>,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub notes: Option<String>,
    pub allow_overlap: bool,
    pub created_by: Option<MemberId>,
    pub created_at: DateTime<Utc>,
    /// The set of sample data that this row belongs to. `None` for real data.
    pub sample_set_id: Option<i64>,
    pub status: AppointmentStatus,
    /// Since when the status applies. `None` while the status is the first one.
    pub status_at: Option<DateTime<Utc>>,
    /// The reason for a cancellation.
    pub cancel_reason: Option<String>,
    /// The member who booked this although the provider was already booked.
    pub booked_anyway_by: Option<MemberId>,
    /// The member's name at that moment.
    pub booked_anyway_name: Option<String>,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: Option<DateTime<Utc>>,
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    pub updated_by_name: Option<String>,
    /// The room or the device that the appointment occupies.
    pub resource_id: Option<ResourceId>,
    /// When the patient asked for another time. `None` once the request is settled.
    pub move_asked_at: Option<DateTime<Utc>>,
    /// Appointments that were booked together have the same id.
    pub series_id: Option<Uuid>,
    /// When the patient requested the appointment online. `None` once the clinic has answered, and for other appointments.
    pub requested_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
