//! The visits with one provider, for that member's calendar.

use std::ops::Range;

use chrono::{DateTime, Utc};
use entity::{
    clinic::appointment,
    ids::{MemberId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use super::booked::{Booked, by_start};
use base::error::Result;
use tenancy::ClinicTx;

/// A visit with a provider, and its patient.
pub struct ProvidersVisit {
    pub appointment: appointment::Model,
    pub person: PatientId,
    pub first_name: String,
    pub last_name: String,
}

/// The visits with a provider that start in these times, including canceled ones, at most `most`.
pub async fn visits_with(
    tx: &ClinicTx,
    provider: MemberId,
    times: Range<DateTime<Utc>>,
    most: u64,
) -> Result<Vec<ProvidersVisit>> {
    use appointment::{Column, Entity};
    let wanted = Entity::find()
        .filter(Column::ProviderId.eq(provider))
        .filter(Column::StartsAt.gte(times.start))
        .filter(Column::StartsAt.lt(times.end));
    let rows: Vec<Booked> = by_start(wanted, None).limit(most).into_model().all(tx).await?;
    let visit = |row: Booked| ProvidersVisit {
        appointment: row.appointment,
        person: row.person_id,
        first_name: row.first_name,
        last_name: row.last_name,
    };
    Ok(rows.into_iter().map(visit).collect())
}
