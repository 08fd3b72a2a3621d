//! The history of an appointment. Each change is a row, which never changes.

use chrono::{DateTime, Utc};
use entity::{
    clinic::appointment_event::{ActiveModel, Column, Entity, Model},
    ids::{AppointmentId, MemberId},
    words::{AppointmentEventKind, AppointmentStatus},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

use super::slot::Slot;
use base::error::Result;
use tenancy::{ClinicTx, Member};

/// The most events that are shown. Nobody reads more, and an appointment has only a few.
const MAX_ROWS: u64 = 200;

/// An event in the history of an appointment.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AppointmentEvent {
    at: DateTime<Utc>,
    /// The name at that moment.
    actor_name: String,
    kind: AppointmentEventKind,
    from_status: Option<AppointmentStatus>,
    to_status: Option<AppointmentStatus>,
    starts_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
    /// Null also if any provider may take the appointment.
    provider_name: Option<String>,
    former_starts_at: Option<DateTime<Utc>>,
    former_ends_at: Option<DateTime<Utc>>,
    former_provider_name: Option<String>,
    resource_name: Option<String>,
    former_resource_name: Option<String>,
    /// Null for roles with limited access.
    reason: Option<String>,
    /// The codes of the warnings that were confirmed.
    warnings: Vec<String>,
}

/// The time of an appointment, with the names of its provider and its room or device.
pub(super) struct BookedSlot {
    pub(super) slot: Slot,
    pub(super) provider_name: Option<String>,
    pub(super) resource_name: Option<String>,
}

/// A new appointment, with the warnings that were confirmed.
pub(super) fn booked(slot_named: BookedSlot, warnings: Vec<String>) -> ActiveModel {
    ActiveModel {
        kind: Set(AppointmentEventKind::Booked),
        to_status: Set(Some(AppointmentStatus::Booked)),
        starts_at: Set(Some(slot_named.slot.starts_at)),
        ends_at: Set(Some(slot_named.slot.ends_at)),
        provider_name: Set(slot_named.provider_name),
        resource_name: Set(slot_named.resource_name),
        warnings: Set(warnings),
        ..Default::default()
    }
}

/// Another time, another provider, or another room or device. The former provider's id is stored too, because that time is free
/// again.
pub(super) fn moved(
    former_provider: Option<MemberId>,
    from: BookedSlot,
    to: BookedSlot,
    warnings: Vec<String>,
) -> ActiveModel {
    ActiveModel {
        kind: Set(AppointmentEventKind::Moved),
        starts_at: Set(Some(to.slot.starts_at)),
        ends_at: Set(Some(to.slot.ends_at)),
        provider_name: Set(to.provider_name),
        resource_name: Set(to.resource_name),
        former_starts_at: Set(Some(from.slot.starts_at)),
        former_ends_at: Set(Some(from.slot.ends_at)),
        former_provider_name: Set(from.provider_name),
        former_resource_name: Set(from.resource_name),
        former_provider_id: Set(former_provider),
        warnings: Set(warnings),
        ..Default::default()
    }
}

/// Another status, and its reason.
pub(super) fn status(from: AppointmentStatus, to: AppointmentStatus, reason: Option<String>) -> ActiveModel {
    ActiveModel {
        kind: Set(AppointmentEventKind::Status),
        from_status: Set(Some(from)),
        to_status: Set(Some(to)),
        reason: Set(reason),
        warnings: Set(Vec::new()),
        ..Default::default()
    }
}

/// A request for another time, or the answer to a request.
pub(super) fn noted(reason: String) -> ActiveModel {
    ActiveModel { reason: Set(Some(reason)), ..changed(Vec::new()) }
}

/// Another service, or other notes, with the warnings that were confirmed.
pub(super) fn changed(warnings: Vec<String>) -> ActiveModel {
    ActiveModel { kind: Set(AppointmentEventKind::Changed), warnings: Set(warnings), ..Default::default() }
}

/// Who changes an appointment, as its history names them.
pub(super) struct Actor {
    pub(super) member: Option<MemberId>,
    pub(super) name: String,
}

impl Actor {
    /// A patient, who has no id in the history.
    pub(super) fn patient(name: &str) -> Self {
        Self { member: None, name: name.to_owned() }
    }
}

impl From<&Member> for Actor {
    fn from(member: &Member) -> Self {
        Self { member: Some(member.id), name: member.full_name() }
    }
}

/// Stores an event with the person who caused it.
pub(super) async fn append(
    tx: &ClinicTx,
    id: AppointmentId,
    by: impl Into<Actor>,
    now: DateTime<Utc>,
    event: ActiveModel,
) -> Result<()> {
    let Actor { member, name } = by.into();
    let event =
        ActiveModel { appointment_id: Set(id), at: Set(now), actor_id: Set(member), actor_name: Set(name), ..event };
    event.insert(tx).await?;
    Ok(())
}

/// The history of an appointment, the newest event first.
pub(super) async fn of_appointment(
    tx: &ClinicTx,
    id: AppointmentId,
    is_limited: bool,
) -> Result<Vec<AppointmentEvent>> {
    let events = Entity::find().filter(Column::AppointmentId.eq(id)).order_by_desc(Column::Id).limit(MAX_ROWS);
    let to_wire = |row: Model| AppointmentEvent {
        at: row.at,
        actor_name: row.actor_name,
        kind: row.kind,
        from_status: row.from_status,
        to_status: row.to_status,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        provider_name: row.provider_name,
        former_starts_at: row.former_starts_at,
        former_ends_at: row.former_ends_at,
        former_provider_name: row.former_provider_name,
        resource_name: row.resource_name,
        former_resource_name: row.former_resource_name,
        reason: row.reason.filter(|_| !is_limited),
        warnings: row.warnings,
    };
    Ok(events.all(tx).await?.into_iter().map(to_wire).collect())
}
