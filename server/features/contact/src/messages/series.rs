//! A booking, move or cancellation of several visits of a series is announced in one message, with the first of the visits that
//! is due.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, appointment_told, message},
    ids::AppointmentId,
    words::{AppointmentStatus, MessageKind},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::planned;
use base::{
    date_format::{full_date, time_at},
    error::Result,
};
use tenancy::ClinicTx;

/// Another visit that a message names.
pub(super) struct AlongVisit {
    pub(super) id: AppointmentId,
    /// The start that the message names for this visit.
    starts_at: DateTime<Utc>,
}

/// The further visits that this message announces: those of the same series with the same news, and those that an earlier try of
/// the message announced. They are marked as known. `None` if another message has already announced this message's own visit.
pub(super) async fn series_visits(
    tx: &ClinicTx,
    message: &message::Model,
    now: DateTime<Utc>,
) -> Result<Option<Vec<AlongVisit>>> {
    use appointment::{Column, Entity};
    let Some(id) = message.appointment_id.filter(|_| message.kind.is_news()) else { return Ok(Some(Vec::new())) };
    let series = Entity::find_by_id(id).one(tx).await?.and_then(|visit| visit.series_id);
    let Some(series) = series else { return Ok(Some(Vec::new())) };
    let statuses: &[AppointmentStatus] = if message.kind == MessageKind::Cancelled {
        &[AppointmentStatus::Cancelled]
    } else {
        &[AppointmentStatus::Booked, AppointmentStatus::Confirmed]
    };
    let visits = Entity::find()
        .filter(Column::SeriesId.eq(series))
        .filter(Column::Status.is_in(statuses.iter().copied()))
        .filter(Column::StartsAt.gt(now))
        .order_by_asc(Column::StartsAt)
        .all(tx)
        .await?;
    // The rows are locked in one order, so that two messages of the series cannot deadlock.
    let told = appointment_told::Entity::find()
        .filter(appointment_told::Column::AppointmentId.is_in(visits.iter().map(|visit| visit.id)))
        .order_by_asc(appointment_told::Column::AppointmentId)
        .lock_exclusive()
        .all(tx)
        .await?;
    let told_of = |id| told.iter().find(|told| told.appointment_id == id);
    let own = visits.iter().find(|visit| visit.id == id).zip(told_of(id));
    let is_known = own.is_some_and(|(visit, told)| to_tell(message.kind, visit, told, now).is_none());
    if is_known && message.asked_again_at.is_none() {
        return Ok(None);
    }
    let mut along = Vec::new();
    for visit in visits.iter().filter(|visit| visit.id != id) {
        let Some(told) = told_of(visit.id) else { continue };
        let (starts_at, is_new) = match to_tell(message.kind, visit, told, now) {
            Some(said) => (said, true),
            None if message.also.contains(&visit.id.into()) => (visit.starts_at, false),
            None => continue,
        };
        if is_new {
            planned::know(tx, told.clone(), message.kind, visit.starts_at).await?;
        }
        along.push(AlongVisit { id: visit.id, starts_at });
    }
    Ok(Some(along))
}

/// The start that such a message names for a visit. `None` if the patient already knows it.
fn to_tell(
    kind: MessageKind,
    visit: &appointment::Model,
    told: &appointment_told::Model,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    match (kind, told.known_starts_at) {
        (MessageKind::Booked, None) => Some(visit.starts_at),
        (MessageKind::Moved, Some(known)) => (known != visit.starts_at).then_some(visit.starts_at),
        (MessageKind::Cancelled, Some(known)) => (known > now).then_some(known),
        _ => None,
    }
}

/// Replaces the time of day if each date has its own time: "at the times given".
const EACH_ITS_OWN: &str = "the times given";

/// The dates of a message and of the visits that it also announces, and their time of day. If the times differ, each date has its
/// own, so that a template is true in whichever order it names date and time.
pub(super) fn dates_and_time(first: DateTime<Utc>, along: &[AlongVisit], zone: Tz) -> (String, String) {
    let mut starts: Vec<_> = std::iter::once(first).chain(along.iter().map(|visit| visit.starts_at)).collect();
    starts.sort_unstable();
    let time = time_at(first, zone);
    let is_same = starts.iter().all(|at| time_at(*at, zone) == time);
    let dates = starts.iter().map(|at| {
        let date = full_date(*at, zone);
        if is_same { date } else { format!("{date} ({})", time_at(*at, zone)) }
    });
    let dates = dates.collect::<Vec<_>>().join("; ");
    (dates, if is_same { time } else { EACH_ITS_OWN.to_owned() })
}
