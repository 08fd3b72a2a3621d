//! The calls that list appointments, show one appointment with its history, and book.

use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, member, patient, resource},
    ids::AppointmentId,
};
use sea_orm::{FromQueryResult, sea_query::Order};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    badges::with_badges,
    book::{BookingDetails, Choices, book, choices},
    booked::{self, BY_START, BookedWithBadges, following},
    booking, changes,
    events::{self, AppointmentEvent},
    later,
    window::Window,
    wire::{Appointment, NewAppointment, Reader},
};
use base::{
    error::Result,
    permission::{AppointmentCreate, AppointmentList},
};
use contact::messages::{self, Outlook};
use http_api::{
    Json, Page, Path, Query, SentBack,
    page::{MAX_LIMIT, PageRows, fetch_page, key, next_link, octets},
    state::App,
};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_appointments, create_appointment)).routes(routes!(show_appointment))
}

/// Lists the appointments by their start, at most 1 MB. Canceled ones are left out by default. The Link header leads to
/// the next page. The list is at least as new as the mark in X-Appointments-Mark (see `changes`).
#[utoipa::path(get, path = "/api/appointments", tag = "appointments", params(Window, Page), responses((status = OK, body = Vec<Appointment>,
    headers(("X-Appointments-Mark" = i64, description = "The list is at least as new as this mark")))))]
async fn list_appointments(
    ctx: Ctx<AppointmentList>,
    Query(window): Query<Window>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Appointment>>)>> {
    let limit = page.limit_or(MAX_LIMIT);
    let wanted = following(window.appointments(ctx.now, ctx.clinic.time_zone)?, page.after);
    let texts = [
        octets(appointment::Column::Notes),
        octets(appointment::Column::CancelReason),
        octets(patient::Column::FirstName),
        octets(patient::Column::LastName),
        octets(member::Column::FirstName),
        octets(member::Column::LastName),
        octets(resource::Column::Name),
    ];
    let order = BY_START.map(|column| key(column, Order::Asc));
    let wanted = changes::with_token(with_badges(wanted, ctx.now));
    let PageRows { rows, has_next }: PageRows<Listed> = fetch_page(&ctx.tx, wanted, order, texts, limit).await?;
    let token = match rows.first() {
        Some(row) => row.token.unwrap_or_default(),
        None => changes::current_token(&ctx.tx).await?,
    };
    let rows: Vec<_> = rows.into_iter().map(|row| row.visit).collect();
    let query = [window.query(), vec![("limit", limit.to_string())]].concat();
    let last = rows.last().filter(|_| has_next).map(|row| row.booked.appointment.id);
    let mut headers = next_link("/api/appointments", &query, last)?;
    headers.insert(changes::TOKEN_HEADER, token.into());
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let subject = if reader.is_limited() {
        Subject::nobody()
    } else {
        Subject::patients(rows.iter().map(|row| row.booked.person_id))
    };
    let appointments = rows.into_iter().map(|row| Appointment::for_reader(row, reader)).collect();
    ctx.done(subject, (headers, Json(appointments))).await
}

/// An appointment of a list, and the list's change token.
#[derive(FromQueryResult)]
struct Listed {
    #[sea_orm(nested)]
    visit: BookedWithBadges,
    token: Option<i64>,
}

/// An appointment with its history.
#[derive(Debug, Serialize, ToSchema)]
struct AppointmentDetail {
    #[serde(flatten)]
    appointment: Appointment,
    /// Newest first. Empty for an appointment booked before history was stored.
    events: Vec<AppointmentEvent>,
    /// The starts of the later visits of its series that can be moved or canceled along with it.
    later: Vec<DateTime<Utc>>,
    /// Whether the patient gets a message when it is moved or canceled. Null for roles with limited access.
    outlook: Option<Outlook>,
}

/// Shows an appointment with its history.
#[utoipa::path(get, path = "/api/appointments/{id}", tag = "appointments", params(("id" = i64, Path)),
    responses((status = OK, body = AppointmentDetail)))]
async fn show_appointment(
    ctx: Ctx<AppointmentList>,
    Path(id): Path<AppointmentId>,
) -> Result<Done<Json<AppointmentDetail>>> {
    let visit = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let events = events::of_appointment(&ctx.tx, id, reader.is_limited()).await?;
    let later = later::starts(&ctx.tx, &visit.booked.appointment).await?;
    let (subject, outlook) = if reader.is_limited() {
        (Subject::nobody(), None)
    } else {
        let outlook = messages::outlook(ctx.work(), &visit.booked.appointment).await?;
        (Subject::patient(visit.booked.person_id), Some(outlook))
    };
    let detail = AppointmentDetail { appointment: Appointment::for_reader(visit, reader), events, later, outlook };
    ctx.done(subject.and(id), Json(detail)).await
}

/// Books an appointment, which ends after the service's duration. Without `allow_overlap` it may not overlap
/// another appointment of the provider (409 `double_booked`). A room or a device is never booked twice (409
/// `resource_booked`).
#[utoipa::path(post, path = "/api/appointments", tag = "appointments", request_body = NewAppointment, responses((status = CREATED, body = Appointment)))]
async fn create_appointment(
    ctx: Ctx<AppointmentCreate>,
    SentBack(new): SentBack<NewAppointment>,
) -> Result<Done<(StatusCode, Json<Appointment>)>> {
    let patient = patients::existing(&ctx.tx, new.patient_id).await?;
    let starts_at = booking::instant(&new.appointment_time.0, ctx.clinic.time_zone)?;
    let Choices { provider, service, resource } =
        choices(&ctx.tx, new.provider_id, new.service, new.resource_id).await?;
    let subject = Subject::patient(patient.id);
    let notes = new.notes.map(|note| note.0);
    let allow_overlap = new.allow_overlap.unwrap_or(false);
    let visit = BookingDetails { patient, provider, resource, service, notes, allow_overlap, series_id: None };
    let row = book(&ctx, &visit, starts_at, new.confirmed).await?;
    let id = row.id;
    messages::note_bookings(ctx.work(), &[row]).await?;
    let visit = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let appointment = Appointment::for_reader(visit, reader);
    ctx.done(subject.and(id), (StatusCode::CREATED, Json(appointment))).await
}
