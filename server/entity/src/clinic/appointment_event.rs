use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, MemberId};
use crate::words::{AppointmentEventKind, AppointmentStatus};

/// What happened to an appointment. Inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "appointment_event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub appointment_id: AppointmentId,
    pub at: DateTime<Utc>,
    pub actor_id: Option<MemberId>,
    /// The actor's name at that moment.
    pub actor_name: String,
    pub kind: AppointmentEventKind,
    pub from_status: Option<AppointmentStatus>,
    pub to_status: Option<AppointmentStatus>,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub provider_name: Option<String>,
    pub former_starts_at: Option<DateTime<Utc>>,
    pub former_ends_at: Option<DateTime<Utc>>,
    pub former_provider_name: Option<String>,
    pub reason: Option<String>,
    /// The codes of the warnings that were confirmed.
    pub warnings: Vec<String>,
    /// The names of the room or the device that it has, and had before a move.
    pub resource_name: Option<String>,
    pub former_resource_name: Option<String>,
    /// Whose time a move freed; none for any provider, and in events from before this was stored.
    pub former_provider_id: Option<MemberId>,
}

impl ActiveModelBehavior for ActiveModel {}
