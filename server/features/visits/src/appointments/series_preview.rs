//! The dates of a series before it is booked, each with its conflict and its warnings.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    book::{BookingDetails, proposal_for},
    booking,
    reserve_slot::reserve_slot,
    series::{NewSeries, SKIPPED, Start},
    warnings,
};
use base::{
    error::{Error, Result, Warning},
    permission::AppointmentCreate,
};
use http_api::{Confirmed, Json, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview_appointment_series))
}

/// An appointment of a series, before it is booked.
#[derive(Debug, Serialize, ToSchema)]
struct SeriesDate {
    /// The day that it has in the series. `other_times` and `left_out` name it by this day.
    date: NaiveDate,
    /// Null if the time does not exist on that day.
    starts_at: Option<DateTime<Utc>>,
    /// Why it cannot be booked. Null if it can.
    conflict: Option<String>,
    /// The warnings that have to be confirmed, the most important first.
    unusual: Vec<String>,
}

/// Shows each date of a series with its conflict and warnings, by the rules of the booking. It books nothing.
#[utoipa::path(post, path = "/api/appointments/series/preview", tag = "appointments", responses((status = OK, body = Vec<SeriesDate>)))]
async fn preview_appointment_series(
    ctx: Ctx<AppointmentCreate>,
    Json(new): Json<NewSeries>,
) -> Result<Done<Json<Vec<SeriesDate>>>> {
    let (visit, starts, _) = new.read(&ctx).await?;
    let mut dates = Vec::with_capacity(starts.len());
    for start in starts {
        dates.push(look_at(&ctx, &visit, start).await?);
    }
    ctx.done(Subject::patient(visit.patient.id), Json(dates)).await
}

async fn look_at(ctx: &Ctx<AppointmentCreate>, visit: &BookingDetails, start: Start) -> Result<SeriesDate> {
    let Start { date, at } = start;
    let Some(starts_at) = booking::instant_of(at, ctx.clinic.time_zone) else {
        return Ok(SeriesDate { date, starts_at: None, conflict: Some(SKIPPED.to_owned()), unusual: Vec::new() });
    };
    let proposal = proposal_for(visit, starts_at);
    let claimed = reserve_slot(ctx.work(), &proposal, Some(Confirmed::nothing())).await;
    let (conflict, warnings) = match claimed {
        Ok(_) => (None, Vec::new()),
        Err(Error::Conflict { sentence, .. }) => (Some(sentence.into_owned()), Vec::new()),
        Err(Error::Unconfirmed(warnings)) => {
            let is_taken = |warning: &Warning| warning.code == warnings::provider_is_taken().code;
            let (taken, others): (Vec<_>, Vec<_>) = warnings.into_iter().partition(is_taken);
            (taken.into_iter().next().map(|warning| warning.message), others)
        }
        Err(other) => return Err(other),
    };
    let unusual = warnings.into_iter().map(|warning| warning.message).collect();
    Ok(SeriesDate { date, starts_at: Some(starts_at), conflict, unusual })
}
