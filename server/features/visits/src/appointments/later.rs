//! The later visits of a series. They can be moved, changed or canceled along with one of its visits, all or none.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use entity::{
    clinic::appointment::{self, Column, Entity},
    ids::{AppointmentId, PatientId},
    words::AppointmentStatus::{Booked, Confirmed},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};

use super::{booking, change::apply, refusals::Refusals, series::SKIPPED, wire::AppointmentChange};
use base::{error::Result, permission::AppointmentUpdate};
use http_api::{Patch, fields::Line};
use tenancy::{Change, ClinicTx, Ctx};

/// The later visits of the series that are still expected. `None` if the visit belongs to no series.
fn later(row: &appointment::Model) -> Option<Select<Entity>> {
    let of_series = Entity::find().filter(Column::SeriesId.eq(row.series_id?));
    let wanted = of_series
        .filter(Column::StartsAt.gt(row.starts_at))
        .filter(Column::Status.is_in([Booked, Confirmed]))
        .filter(Column::RequestedAt.is_null())
        .order_by_asc(Column::StartsAt)
        .order_by_asc(Column::Id);
    Some(wanted)
}

/// The starts of the later visits.
pub(super) async fn starts(tx: &ClinicTx, row: &appointment::Model) -> Result<Vec<DateTime<Utc>>> {
    let Some(wanted) = later(row) else { return Ok(Vec::new()) };
    Ok(wanted.select_only().column(Column::StartsAt).into_tuple().all(tx).await?)
}

/// Reads the later visits and locks them until the transaction ends.
pub(super) async fn locked(tx: &ClinicTx, row: &appointment::Model) -> Result<Vec<appointment::Model>> {
    let Some(wanted) = later(row) else { return Ok(Vec::new()) };
    Ok(wanted.lock_exclusive().all(tx).await?)
}

/// The changes to a series, for the activity log.
pub(super) struct ChangedSeries {
    pub(super) patient: PatientId,
    pub(super) ids: Vec<AppointmentId>,
    pub(super) changes: Vec<Change>,
}

/// Applies a change to a locked appointment and to the later ones of its series. All move by the same difference in days and time of
/// day. If they move to later times, the last one moves first, so that none claims a time that another one has not left yet.
pub(super) async fn change(
    ctx: &Ctx<AppointmentUpdate>,
    first: appointment::Model,
    change: AppointmentChange,
) -> Result<ChangedSeries> {
    let zone = ctx.clinic.time_zone;
    let local = |at: DateTime<Utc>| at.with_timezone(&zone).naive_local();
    let shift = match &change.appointment_time {
        Patch::Set(Line(time)) => local(booking::instant(time, zone)?) - local(first.starts_at),
        Patch::Keep | Patch::Clear => TimeDelta::zero(),
    };
    let (id, patient) = (first.id, first.patient_id);
    let mut rows = locked(&ctx.tx, &first).await?;
    rows.insert(0, first);
    if shift > TimeDelta::zero() {
        rows.reverse();
    }
    let mut done = ChangedSeries { patient, ids: Vec::new(), changes: Vec::new() };
    let mut refusals = Refusals::default();
    for row in rows {
        let at: NaiveDateTime = local(row.starts_at) + shift;
        let mut own = change.clone();
        if row.id != id && shift == TimeDelta::zero() {
            own.appointment_time = Patch::Keep;
        } else if row.id != id {
            let Some(starts_at) = booking::instant_of(at, zone) else {
                refusals.conflict(at.date(), "skipped", SKIPPED);
                continue;
            };
            own.appointment_time = Patch::Set(Line(starts_at.to_rfc3339()));
        }
        let row_id = row.id;
        match apply(ctx, row, own).await {
            Ok((person, changes)) => {
                done.patient = person;
                done.ids.push(row_id);
                done.changes.extend(changes);
            }
            Err(refused) => refusals.add(at.date(), refused)?,
        }
    }
    refusals.check()?;
    done.ids.sort_unstable();
    Ok(done)
}
