//! Whether a time slot is free.
//!
//! A canceled appointment and a no-show occupy no time. A booking without `allow_overlap` may not overlap another one,
//! even if that one allows it. No constraint can express this, because it depends on which booking came first. So a
//! booking locks its provider's row first, and then searches for overlaps. The constraint `appointment_provider_free`
//! also excludes an overlap of two bookings that both do not allow it.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity, Model},
        booking_hold, member, patient, resource,
    },
    ids::{AppointmentId, MemberId, PatientId, ResourceId},
    words::AppointmentStatus,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{IntoCondition, LockType},
};

use base::error::Result;
use tenancy::ClinicTx;

/// A start and an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// The slot with the buffer after it.
pub fn with_buffer(slot: Slot, minutes: i32) -> Slot {
    Slot { ends_at: slot.ends_at + TimeDelta::minutes(minutes.into()), ..slot }
}

impl Slot {
    pub fn times(self) -> Range<DateTime<Utc>> {
        self.starts_at..self.ends_at
    }

    /// The bookings that overlap this slot, earliest first, without the booking that is `moved` there. No service takes a
    /// whole day, so only starts within a day before are searched, by the index on the start.
    fn overlapping(self, of: impl IntoCondition, moved: Option<AppointmentId>) -> Select<Entity> {
        Entity::find()
            .filter(of)
            .filter(Column::Status.is_not_in(AppointmentStatus::FREE))
            .apply_if(moved, |found, moved| found.filter(Column::Id.ne(moved)))
            .filter(Column::StartsAt.gt(self.starts_at - TimeDelta::days(1)))
            .filter(Column::StartsAt.lt(self.ends_at))
            .filter(Column::EndsAt.gt(self.starts_at))
            .order_by_asc(Column::StartsAt)
            .order_by_asc(Column::Id)
    }
}

/// Locks the provider's row. Until the transaction ends, `is_provider_booked` sees every booking that exists.
pub async fn hold_provider(tx: &ClinicTx, provider: MemberId) -> Result<()> {
    let row = member::Entity::find_by_id(provider).select_only().column(member::Column::Id);
    row.lock(LockType::NoKeyUpdate).into_tuple::<MemberId>().one(tx).await?;
    Ok(())
}

/// Whether the provider has another appointment in that slot.
pub async fn is_provider_booked(
    tx: &ClinicTx,
    provider: MemberId,
    slot: Slot,
    moved: Option<AppointmentId>,
) -> Result<bool> {
    let other = slot.overlapping(Column::ProviderId.eq(provider), moved).select_only().column(Column::Id);
    Ok(other.into_tuple::<AppointmentId>().one(tx).await?.is_some())
}

/// Whether a room or a device is occupied in that slot, even if the appointment allows an overlap. Locks the resource's row first.
/// The constraint `appointment_resource_free` applies as well.
pub async fn is_resource_booked(
    tx: &ClinicTx,
    resource: ResourceId,
    slot: Slot,
    moved: Option<AppointmentId>,
) -> Result<bool> {
    let row = resource::Entity::find_by_id(resource).select_only().column(resource::Column::Id);
    row.lock(LockType::NoKeyUpdate).into_tuple::<ResourceId>().one(tx).await?;
    let other = slot.overlapping(Column::ResourceId.eq(resource), moved).select_only().column(Column::Id);
    Ok(other.into_tuple::<AppointmentId>().one(tx).await?.is_some())
}

/// Another appointment of the patient in that slot. Locks the patient's row first.
pub async fn of_patient(
    tx: &ClinicTx,
    patient: PatientId,
    slot: Slot,
    moved: Option<AppointmentId>,
) -> Result<Option<Model>> {
    let row = patient::Entity::find_by_id(patient).select_only().column(patient::Column::Id);
    row.lock(LockType::NoKeyUpdate).into_tuple::<PatientId>().one(tx).await?;
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(patient));
    Ok(slot.overlapping(theirs, moved).one(tx).await?)
}

/// The latest time until which a visitor of the booking page holds that time. The desk gets a warning but can still book, because a
/// flood of visitors must not block a day.
pub async fn held_until(
    tx: &ClinicTx,
    provider: MemberId,
    slot: Slot,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    use booking_hold::Column;
    let held = booking_hold::Entity::live(now)
        .filter(Column::ProviderId.eq(provider))
        .filter(Column::StartsAt.lt(slot.ends_at))
        .filter(Column::EndsAt.gt(slot.starts_at))
        .order_by_desc(Column::ExpiresAt);
    Ok(held.one(tx).await?.map(|row| row.expires_at))
}
