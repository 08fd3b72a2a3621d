//! Several appointments at the same time of day, all of which are booked or none.

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
    book::{BookingDetails, Choices, book, choices},
    booked::{BY_START, Marked, following},
    booking,
    marks::with_marks,
    warnings,
    wire::{Appointment, Reader},
};
use crate::{
    features::{messages, patients, schedule, settings::IntegerBetween},
    foundation::{
        date_format::short_date,
        error::{Error, Result, SeriesConflict, Warning},
        http::{
            Confirmed, Json, Payload,
            fields::{Field, Id, Line, Note},
            optional, required,
        },
        permission::AppointmentCreate,
        state::App,
        tenancy::{Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create_appointment_series))
}

pub(super) const SKIPPED: &str = "This time does not exist on this day: the clocks are set forward over it.";
/// How far ahead the last one may be.
const MAX_MONTHS: Months = Months::new(60);

/// A series of appointments.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSeries {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    patient_id: PatientId,
    /// Of the first one: `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. The others are at the same
    /// time by the clinic's clock.
    appointment_time: Line,
    /// How many there are.
    #[schema(value_type = i32, minimum = 2, maximum = 60)]
    #[serde(deserialize_with = "required")]
    times: IntegerBetween<2, 60>,
    /// How many weeks lie between two of them.
    #[schema(value_type = i32, minimum = 1, maximum = 52)]
    #[serde(deserialize_with = "required")]
    every_weeks: IntegerBetween<1, 52>,
    /// A service of the clinic's catalogue, or of the fixed list while it has none. Default: Botox.
    #[serde(default, deserialize_with = "optional")]
    service: Option<Line>,
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    provider_id: Option<MemberId>,
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    resource_id: Option<ResourceId>,
    #[serde(default, deserialize_with = "optional")]
    notes: Option<Note>,
    /// Those that are at another time than the others.
    #[schema(value_type = Option<Vec<OtherTime>>, max_items = 60)]
    #[serde(default, deserialize_with = "optional")]
    other_times: Option<OtherTimes>,
    /// The days of the series that are skipped.
    #[schema(value_type = Option<Vec<String>>, max_items = 60)]
    #[serde(default, deserialize_with = "optional")]
    left_out: Option<LeftOut>,
    /// As for one appointment; the warnings about all of them are asked at once.
    #[serde(default, deserialize_with = "optional")]
    confirmed: Option<Confirmed>,
}

impl Payload for NewSeries {}

/// One of a series that is at another time than the others.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OtherTime {
    /// The day on which it would be.
    date: NaiveDate,
    /// When it is: as for the first one.
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

/// One of a series by the clinic's clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// The day on which it would be at the time of the others.
    pub(super) date: NaiveDate,
    pub(super) at: NaiveDateTime,
}

impl NewSeries {
    /// What is to be booked, and when.
    ///
    /// # Errors
    /// When something that was chosen is not there or cannot be booked, or a date is none of the series or too far ahead.
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

/// Books a series of appointments, all or none. Each is checked like a single one; the dates that are not free are listed (409
/// `series_conflicts`).
#[utoipa::path(post, path = "/api/appointments/series", tag = "appointments", responses((status = CREATED, body = AppointmentSeries)))]
async fn create_appointment_series(
    ctx: Ctx<AppointmentCreate>,
    Json(new): Json<NewSeries>,
) -> Result<Done<(StatusCode, Json<AppointmentSeries>)>> {
    let (visit, starts, confirmed) = new.read(&ctx).await?;
    let series_id = visit.series_id.unwrap_or_default();
    book_all(&ctx, &visit, &starts, confirmed).await?;
    let wanted = appointment::Entity::find().filter(appointment::Column::SeriesId.eq(series_id));
    let wanted = BY_START.into_iter().fold(with_marks(following(wanted, None), ctx.now), QueryOrder::order_by_asc);
    let rows: Vec<Marked> = wanted.into_model().all(&ctx.tx).await?;
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
/// # Errors
/// When one of the dates is none of the series, or a time is none.
fn set_other_times(starts: &mut [Start], other: Option<OtherTimes>, zone: Tz) -> Result<()> {
    for OtherTime { date, appointment_time } in other.map(|OtherTimes(times)| times).unwrap_or_default() {
        let start = starts.iter_mut().find(|start| start.date == date);
        let start = start.ok_or_else(|| Error::field("other_times", "must be about dates of the series"))?;
        start.at = schedule::instant("other_times", &appointment_time, zone)?.with_timezone(&zone).naive_local();
    }
    Ok(())
}

/// Removes the dates that are left out.
///
/// # Errors
/// When one of the dates is none of the series, or none is left.
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

/// Refuses a series that goes on for too long.
///
/// # Errors
/// When the last one is more than five years ahead.
fn check_horizon(starts: &[Start], now: DateTime<Utc>, zone: Tz) -> Result<()> {
    let horizon = now.with_timezone(&zone).date_naive().checked_add_months(MAX_MONTHS);
    let is_beyond = |start: &Start| horizon.is_some_and(|horizon| start.at.date() > horizon);
    if starts.iter().any(is_beyond) {
        return Err(Error::field("times", "must end within five years"));
    }
    Ok(())
}

/// Books each of them, and announces all in one message. If one is not free, the transaction rolls back the others.
async fn book_all(
    ctx: &Ctx<AppointmentCreate>,
    visit: &BookingDetails,
    starts: &[Start],
    confirmed: Option<Confirmed>,
) -> Result<()> {
    let (mut conflicts, mut warnings, mut booked) = (Vec::new(), Vec::new(), Vec::new());
    for at in starts.iter().map(|start| start.at) {
        let date = at.date();
        let Some(starts_at) = booking::instant_of(at, ctx.clinic.time_zone) else {
            conflicts.push(SeriesConflict { date, code: "skipped", message: SKIPPED.to_owned() });
            continue;
        };
        match book(ctx, visit, starts_at, confirmed.clone()).await {
            Ok(row) => booked.push(row),
            Err(Error::Conflict { code, sentence }) => {
                conflicts.push(SeriesConflict { date, code, message: sentence.into_owned() });
            }
            Err(Error::Unconfirmed(of_one)) => {
                for warning in of_one {
                    if warning.code == warnings::provider_is_taken().code {
                        let Warning { code, message, .. } = warning;
                        conflicts.push(SeriesConflict { date, code, message });
                    } else {
                        let message = format!("{}: {}", short_date(date), warning.message);
                        warnings.push(Warning { message, ..warning });
                    }
                }
            }
            Err(other) => return Err(other),
        }
    }
    if !conflicts.is_empty() {
        return Err(Error::SeriesConflicts(conflicts));
    }
    if !warnings.is_empty() {
        return Err(Error::Unconfirmed(warnings));
    }
    messages::note_bookings(&ctx.tx, ctx.clinic.id, ctx.now, &booked).await
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
