//! Several appointments at the same time of day, booked all or none.

use axum::http::StatusCode;
use chrono::{DateTime, Months, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::appointment,
    ids::{MemberId, PatientId, ResourceId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use super::{
    badges::with_badges,
    book::{BookingDetails, Choices, book, choices},
    booked::{BY_START, BookedWithBadges, following},
    booking,
    refusals::Refusals,
    wire::{Appointment, Reader},
};
use base::{
    error::{Error, Result},
    local_time::day_of,
    permission::AppointmentCreate,
};
use contact::{messages, schedule};
use http_api::{
    Confirmed, Json, deserialize_fields,
    fields::{Field, Line, Note},
    state::App,
};
use people::patients;
use practice::settings::IntegerBetween;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create_appointment_series))
}

pub(super) const SKIPPED: &str = "This time does not exist on this day: the clocks are set forward over it.";
/// How far ahead the last appointment may be.
const MAX_MONTHS: Months = Months::new(60);

/// A series of appointments.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSeries {
    patient_id: PatientId,
    /// The time of the first appointment: `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. The others are
    /// at the same time by the clinic's clock.
    appointment_time: Line,
    /// How many appointments the series has.
    #[schema(value_type = i32, minimum = 2, maximum = 60)]
    times: IntegerBetween<2, 60>,
    /// How many weeks lie between two appointments.
    #[schema(value_type = i32, minimum = 1, maximum = 52)]
    every_weeks: IntegerBetween<1, 52>,
    /// A service of the clinic's catalog, or of the fixed list while it has none. Default: Botox.
    service: Option<Line>,
    provider_id: Option<MemberId>,
    resource_id: Option<ResourceId>,
    notes: Option<Note>,
    /// The appointments that are at another time than the others.
    #[schema(value_type = Option<Vec<OtherTime>>, max_items = 60)]
    other_times: Option<OtherTimes>,
    /// The days of the series that are skipped.
    #[schema(value_type = Option<Vec<String>>, max_items = 60)]
    left_out: Option<LeftOut>,
    /// As for one appointment. A refusal holds the warnings about all appointments.
    confirmed: Option<Confirmed>,
}

/// An appointment of a series that is at another time than the others.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OtherTime {
    /// The day that it has in the series.
    date: NaiveDate,
    /// Its own time, in the same format as the time of the first one.
    appointment_time: String,
}

struct OtherTimes(Vec<OtherTime>);

impl Field for OtherTimes {
    fn parse(value: &Value) -> Result<Self, String> {
        let times: Option<Vec<OtherTime>> = serde_json::from_value(value.clone()).ok();
        let times = times.filter(|times| times.len() <= 60);
        times.map(Self).ok_or_else(|| "must be a list of dates of the series with other times".to_owned())
    }
}

struct LeftOut(Vec<NaiveDate>);

impl Field for LeftOut {
    fn parse(value: &Value) -> Result<Self, String> {
        let days: Option<Vec<NaiveDate>> = serde_json::from_value(value.clone()).ok();
        let days = days.filter(|days| days.len() <= 60);
        days.map(Self).ok_or_else(|| "must be a list of dates of the series".to_owned())
    }
}
deserialize_fields!(OtherTimes, LeftOut);

/// The start of an appointment of a series, by the clinic's clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// The day that it has in the series, even if it has another time.
    pub(super) date: NaiveDate,
    pub(super) at: NaiveDateTime,
}

impl NewSeries {
    /// Reads the visit to be booked and its starts.
    ///
    /// Fails when something that was chosen does not exist or cannot be booked, or when a date is not in the series or too far ahead.
    pub(super) async fn read(
        self,
        ctx: &Ctx<AppointmentCreate>,
    ) -> Result<(BookingDetails, Vec<Start>, Option<Confirmed>)> {
        let zone = ctx.clinic.time_zone;
        let patient = patients::existing(&ctx.tx, self.patient_id).await?;
        let first = booking::instant(&self.appointment_time.0, zone)?.with_timezone(&zone).naive_local();
        let mut starts = dates(first, self.times.0, self.every_weeks.0);
        set_other_times(&mut starts, self.other_times, zone)?;
        leave_out(&mut starts, self.left_out)?;
        check_horizon(&starts, ctx.now, zone)?;
        let Choices { provider, service, resource } =
            choices(&ctx.tx, self.provider_id, self.service, self.resource_id).await?;
        let visit = BookingDetails {
            patient,
            provider,
            resource,
            service,
            notes: self.notes.map(|note| note.0),
            allow_overlap: false,
            series_id: Some(Uuid::new_v4()),
        };
        Ok((visit, starts, self.confirmed))
    }
}

/// Appointments that were booked together.
#[derive(Debug, Serialize, ToSchema)]
struct AppointmentSeries {
    #[schema(value_type = String)]
    series_id: Uuid,
    /// By their start.
    appointments: Vec<Appointment>,
}

/// Books a series of appointments, all or none. Each is checked like a single one. A refusal lists the dates that are not free
/// (409 `series_conflicts`).
#[utoipa::path(post, path = "/api/appointments/series", tag = "appointments", responses((status = CREATED, body = AppointmentSeries)))]
async fn create_appointment_series(
    ctx: Ctx<AppointmentCreate>,
    Json(new): Json<NewSeries>,
) -> Result<Done<(StatusCode, Json<AppointmentSeries>)>> {
    let (visit, starts, confirmed) = new.read(&ctx).await?;
    let series_id = visit.series_id.unwrap_or_default();
    book_all(&ctx, &visit, &starts, confirmed).await?;
    let wanted = appointment::Entity::find().filter(appointment::Column::SeriesId.eq(series_id));
    let wanted = BY_START.into_iter().fold(with_badges(following(wanted, None), ctx.now), QueryOrder::order_by_asc);
    let rows: Vec<BookedWithBadges> = wanted.into_model().all(&ctx.tx).await?;
    let booked = Subject::patient(visit.patient.id);
    let subject = rows.iter().fold(booked, |subject, row| subject.and(row.booked.appointment.id));
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let appointments = rows.into_iter().map(|row| Appointment::for_reader(row, reader)).collect();
    ctx.done(subject, (StatusCode::CREATED, Json(AppointmentSeries { series_id, appointments }))).await
}

/// The starts by the clinic's clock.
fn dates(first: NaiveDateTime, times: i32, every_weeks: i32) -> Vec<Start> {
    let at = |number: i32| first + TimeDelta::weeks((number * every_weeks).into());
    (0..times).map(at).map(|at| Start { date: at.date(), at }).collect()
}

/// Gives single dates of the series another time.
///
/// Fails when one of the dates is not in the series, or when a time is invalid.
fn set_other_times(starts: &mut [Start], other: Option<OtherTimes>, zone: Tz) -> Result<()> {
    for OtherTime { date, appointment_time } in other.map(|OtherTimes(times)| times).unwrap_or_default() {
        let start = starts.iter_mut().find(|start| start.date == date);
        let start = start.ok_or_else(|| Error::field("other_times", "must be about dates of the series"))?;
        start.at = schedule::instant("other_times", &appointment_time, zone)?.with_timezone(&zone).naive_local();
    }
    Ok(())
}

/// Removes the dates that are left out.
fn leave_out(starts: &mut Vec<Start>, left_out: Option<LeftOut>) -> Result<()> {
    let Some(LeftOut(days)) = left_out else { return Ok(()) };
    if days.iter().any(|day| starts.iter().all(|start| start.date != *day)) {
        return Err(Error::field("left_out", "must be about dates of the series"));
    }
    starts.retain(|start| !days.contains(&start.date));
    if starts.is_empty() {
        return Err(Error::field("left_out", "must leave one date at least"));
    }
    Ok(())
}

/// Refuses a series that is too long.
///
/// Fails when an appointment is more than five years ahead.
fn check_horizon(starts: &[Start], now: DateTime<Utc>, zone: Tz) -> Result<()> {
    let horizon = day_of(now, zone).checked_add_months(MAX_MONTHS);
    let is_beyond = |start: &Start| horizon.is_some_and(|horizon| start.at.date() > horizon);
    if starts.iter().any(is_beyond) {
        return Err(Error::field("times", "must end within five years"));
    }
    Ok(())
}

/// Books each appointment, and announces all in one message. If one is not free, the transaction rolls back the others.
async fn book_all(
    ctx: &Ctx<AppointmentCreate>,
    visit: &BookingDetails,
    starts: &[Start],
    confirmed: Option<Confirmed>,
) -> Result<()> {
    let (mut refusals, mut booked) = (Refusals::default(), Vec::new());
    for at in starts.iter().map(|start| start.at) {
        let date = at.date();
        let Some(starts_at) = booking::instant_of(at, ctx.clinic.time_zone) else {
            refusals.conflict(date, "skipped", SKIPPED);
            continue;
        };
        match book(ctx, visit, starts_at, confirmed.clone()).await {
            Ok(row) => booked.push(row),
            Err(refused) => refusals.add(date, refused)?,
        }
    }
    refusals.check()?;
    messages::note_bookings(ctx.work(), &booked).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dates_are_whole_weeks_apart_at_the_same_time_by_the_clock() {
        let first: NaiveDateTime = "2027-10-27T09:00:00".parse().unwrap();
        let starts: Vec<_> = dates(first, 3, 2).iter().map(|start| start.at.to_string()).collect();
        assert_eq!(starts, ["2027-10-27 09:00:00", "2027-11-10 09:00:00", "2027-11-24 09:00:00"]);
    }
}
