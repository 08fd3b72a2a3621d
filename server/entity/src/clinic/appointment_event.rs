use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, MemberId},
    words::{AppointmentEventKind, AppointmentStatus},
};

/// An event of an appointment. Inserted, never changed.
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
    /// The codes of the warnings that the member confirmed.
    pub warnings: Vec<String>,
    /// The name of the room or the device, now and before a move.
    pub resource_name: Option<String>,
    pub former_resource_name: Option<String>,
    /// The provider before a move, whose time became free. `None` if any provider could take the visit, and for events from before this was stored.
    pub former_provider_id: Option<MemberId>,
}

impl ActiveModelBehavior for ActiveModel {}
