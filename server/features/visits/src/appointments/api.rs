//! The list of appointments, one of them with its history, and booking.

use axum::http::{HeaderMap, StatusCode};
use entity::{
    clinic::{appointment, member, patient, resource},
    ids::AppointmentId,
};
use sea_orm::{FromQueryResult, sea_query::Order};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    book::{BookingDetails, Choices, book, choices},
    booked::{self, BY_START, Marked, following},
    booking, changes,
    events::{self, AppointmentEvent},
    marks::with_marks,
    window::Window,
    wire::{Appointment, NewAppointment, Reader},
};
use crate::{
    features::{
        messages::{self, Outlook},
        patients,
    },
    foundation::{
        error::Result,
        http::{
            Json, Page, Path, Query,
            page::{MAX_LIMIT, PageRows, fetch_page, key, next_link, octets},
        },
        permission::{AppointmentCreate, AppointmentList},
        state::App,
        tenancy::{Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_appointments, create_appointment)).routes(routes!(show_appointment))
}

/// Lists the appointments by their start, never more than fit into 1 MB; cancelled ones only if they are asked for. The
/// Link header leads to the next page; the list is at least as new as the mark in X-Appointments-Mark (see `changes`).
#[utoipa::path(get, path = "/api/appointments", tag = "appointments", params(Window, Page), responses((status = OK, body = Vec<Appointment>)))]
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
    let wanted = changes::with_mark(with_marks(wanted, ctx.now));
    let PageRows { rows, has_next }: PageRows<Listed> = fetch_page(&ctx.tx, wanted, order, texts, limit).await?;
    let mark = match rows.first() {
        Some(row) => row.mark.unwrap_or_default(),
        None => changes::mark(&ctx.tx).await?,
    };
    let rows: Vec<_> = rows.into_iter().map(|row| row.marked).collect();
    let query = [window.query(), vec![("limit", limit.to_string())]].concat();
    let last = rows.last().filter(|_| has_next).map(|row| row.booked.appointment.id);
    let mut headers = next_link("/api/appointments", &query, last)?;
    headers.insert(changes::MARK, mark.into());
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let subject = if reader.is_limited() {
        Subject::nobody()
    } else {
        Subject::patients(rows.iter().map(|row| row.booked.person_id))
    };
    let appointments = rows.into_iter().map(|row| Appointment::for_reader(row, reader)).collect();
    ctx.done(subject, (headers, Json(appointments))).await
}

/// An appointment of a list, and the list's change mark.
#[derive(FromQueryResult)]
struct Listed {
    #[sea_orm(nested)]
    marked: Marked,
    mark: Option<i64>,
}

/// An appointment and what happened to it.
#[derive(Debug, Serialize, ToSchema)]
struct AppointmentDetail {
    #[serde(flatten)]
    appointment: Appointment,
    /// Newest first. Empty for an appointment booked before history was stored.
    events: Vec<AppointmentEvent>,
    /// Whether the patient gets a message when it is moved or cancelled. Null for roles with limited access.
    #[schema(required)]
    outlook: Option<Outlook>,
}

/// Shows an appointment with its history.
#[utoipa::path(get, path = "/api/appointments/{id}", tag = "appointments", params(("id" = i64, Path)),
    responses((status = OK, body = AppointmentDetail)))]
async fn show_appointment(
    ctx: Ctx<AppointmentList>,
    Path(id): Path<AppointmentId>,
) -> Result<Done<Json<AppointmentDetail>>> {
    let marked = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let events = events::of_appointment(&ctx.tx, id, reader.is_limited()).await?;
    let (subject, outlook) = if reader.is_limited() {
        (Subject::nobody(), None)
    } else {
        let outlook = messages::outlook(&ctx.tx, &marked.booked.appointment, ctx.now).await?;
        (Subject::patient(marked.booked.person_id), Some(outlook))
    };
    let detail = AppointmentDetail { appointment: Appointment::for_reader(marked, reader), events, outlook };
    ctx.done(subject.and(id), Json(detail)).await
}

/// Books an appointment; it ends after the service's duration. Without `allow_overlap` it may not overlap
/// another appointment of the provider (409 `double_booked`); a room or a device is never booked twice (409
/// `resource_booked`).
#[utoipa::path(post, path = "/api/appointments", tag = "appointments", responses((status = CREATED, body = Appointment)))]
async fn create_appointment(
    ctx: Ctx<AppointmentCreate>,
    Json(new): Json<NewAppointment>,
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
    messages::note_bookings(&ctx.tx, ctx.clinic.id, ctx.now, &[row]).await?;
    let marked = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let appointment = Appointment::for_reader(marked, reader);
    ctx.done(subject.and(id), (StatusCode::CREATED, Json(appointment))).await
}
