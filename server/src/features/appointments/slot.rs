//! Whether a time is free.
//!
//! A booking that does not allow an overlap overlaps nothing, whether or not the other booking allowed
//! one. No constraint can say so: which of two may stand depends on which came first. So whoever books
//! a provider first takes that provider's row, and looks for what overlaps after that. The constraint
//! `appointment_provider_free` stays beneath it, for two bookings that both allow nothing.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    appointment::{Column, Entity, Model},
    member, patient,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{IntoCondition, LockType},
};

use crate::foundation::{error::Result, tenancy::ClinicTx};

/// From when to when.
#[derive(Clone, Copy)]
pub struct Slot {
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

impl Slot {
    /// What overlaps this time, the first first. The bound on the start lets the index on it answer: no
    /// service takes a day.
    fn overlapping(self, of: impl IntoCondition) -> Select<Entity> {
        Entity::find()
            .filter(of)
            .filter(Column::StartsAt.gt(self.starts_at - TimeDelta::days(1)))
            .filter(Column::StartsAt.lt(self.ends_at))
            .filter(Column::EndsAt.gt(self.starts_at))
            .order_by_asc(Column::StartsAt)
            .order_by_asc(Column::Id)
    }
}

/// Waits until nobody else is booking this provider. From then on, until the transaction ends,
/// [`is_provider_booked`] sees every booking there is.
///
/// # Errors
/// When the database is out of reach.
pub async fn hold_provider(tx: &ClinicTx, provider: i64) -> Result<()> {
    let row = member::Entity::find_by_id(provider).select_only().column(member::Column::Id);
    row.lock(LockType::NoKeyUpdate).into_tuple::<i64>().one(tx).await?;
    Ok(())
}

/// # Errors
/// When the database is out of reach.
pub async fn is_provider_booked(tx: &ClinicTx, provider: i64, slot: Slot) -> Result<bool> {
    let other = slot.overlapping(Column::ProviderId.eq(provider)).select_only().column(Column::Id);
    Ok(other.into_tuple::<i64>().one(tx).await?.is_some())
}

/// What else the patient has at that time, once nobody else is booking this patient.
///
/// # Errors
/// When the database is out of reach.
pub async fn of_patient(tx: &ClinicTx, patient: i64, slot: Slot) -> Result<Option<Model>> {
    let row = patient::Entity::find_by_id(patient).select_only().column(patient::Column::Id);
    row.lock(LockType::NoKeyUpdate).into_tuple::<i64>().one(tx).await?;
    Ok(slot.overlapping(Column::PatientId.eq(patient)).one(tx).await?)
}
