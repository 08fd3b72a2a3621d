//! A series of visits is announced in one message, with the first of them that is due.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, appointment_told, message},
    words::{AppointmentStatus, MessageKind},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::planned;
use crate::foundation::{
    date_format::{full_date, time_at},
    error::Result,
    tenancy::ClinicTx,
};

/// The further visits that this message announces: those of the same series at the same time of day that the patient does not know
/// yet, and those that an earlier try of the message has announced. They are marked as known. None when another message has
/// announced this one's visit already.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn series_visits(
    tx: &ClinicTx,
    message: &message::Model,
    zone: Tz,
    now: DateTime<Utc>,
) -> Result<Option<Vec<appointment::Model>>> {
    use appointment::{Column, Entity};
    let Some(id) = message.appointment_id.filter(|_| message.kind == MessageKind::Booked) else {
        return Ok(Some(Vec::new()));
    };
    let series = Entity::find_by_id(id).one(tx).await?.and_then(|visit| visit.series_id);
    let Some(series) = series else { return Ok(Some(Vec::new())) };
    let visits = Entity::find()
        .filter(Column::SeriesId.eq(series))
        .filter(Column::Status.is_in([AppointmentStatus::Booked, AppointmentStatus::Confirmed]))
        .filter(Column::StartsAt.gt(now))
        .order_by_asc(Column::StartsAt)
        .all(tx)
        .await?;
    // Locked in one order, so that two messages of the series cannot deadlock.
    let told = appointment_told::Entity::find()
        .filter(appointment_told::Column::AppointmentId.is_in(visits.iter().map(|visit| visit.id)))
        .order_by_asc(appointment_told::Column::AppointmentId)
        .lock_exclusive()
        .all(tx)
        .await?;
    let is_known = told.iter().any(|told| told.appointment_id == id && told.known_starts_at.is_some());
    if is_known && message.asked_again_at.is_none() {
        return Ok(None);
    }
    let mut along = Vec::new();
    let time = time_at(message.starts_at, zone);
    for visit in visits.into_iter().filter(|visit| visit.id != id && time_at(visit.starts_at, zone) == time) {
        let Some(told) = told.iter().find(|told| told.appointment_id == visit.id) else { continue };
        if told.known_starts_at.is_none() {
            planned::know(tx, told.clone(), MessageKind::Booked, visit.starts_at).await?;
        } else if !message.also.contains(&visit.id.into()) {
            continue;
        }
        along.push(visit);
    }
    Ok(Some(along))
}

/// The dates of a message and of the visits that it also announces.
pub(super) fn dates_in_words(first: DateTime<Utc>, along: &[appointment::Model], zone: Tz) -> String {
    let starts = std::iter::once(first).chain(along.iter().map(|visit| visit.starts_at));
    starts.map(|at| full_date(at, zone)).collect::<Vec<_>>().join("; ")
}
