use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, MemberId, PatientId};
use crate::words::ServiceName;

/// An appointment.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "appointment")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AppointmentId,
    pub patient_id: PatientId,
    pub provider_id: Option<MemberId>,
    pub service: ServiceName,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub notes: Option<String>,
    pub allow_overlap: bool,
    pub created_by: Option<MemberId>,
    pub created_at: DateTime<Utc>,
    /// The set, if it is sample data.
    pub sample_set_id: Option<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
