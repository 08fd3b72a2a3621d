//! The list of appointments, one of them with its history, and booking.

use axum::http::{HeaderMap, StatusCode};
use entity::{
    clinic::{appointment, member, patient},
    ids::AppointmentId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, sea_query::Order};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    booked::{self, BY_START, Marked, following},
    booking,
    claim::{Wish, claim, double_booked},
    events::{self, AppointmentEvent, Place},
    marks::with_marks,
    providers::{check_performs, chosen},
    slot::Slot,
    window::Window,
    wire::{Appointment, NewAppointment, Reader},
};
use crate::{
    features::{
        messages::{self, Known},
        patients, services,
    },
    foundation::{
        error::{OnConstraint, Result},
        http::{
            Json, Page, Path, Query,
            page::{Fitting, MOST, fit, key, next, octets},
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
/// Link header leads to the next page.
#[utoipa::path(get, path = "/api/appointments", tag = "appointments", params(Window, Page), responses((status = OK, body = Vec<Appointment>)))]
async fn list_appointments(
    ctx: Ctx<AppointmentList>,
    Query(window): Query<Window>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Appointment>>)>> {
    let limit = page.limit_or(MOST);
    let wanted = following(window.appointments(ctx.now, ctx.clinic.time_zone)?, page.after);
    let texts = [
        octets(appointment::Column::Notes),
        octets(appointment::Column::CancelReason),
        octets(patient::Column::FirstName),
        octets(patient::Column::LastName),
        octets(member::Column::FirstName),
        octets(member::Column::LastName),
    ];
    let order = BY_START.map(|column| key(column, Order::Asc));
    let Fitting { rows, has_next }: Fitting<Marked> =
        fit(&ctx.tx, with_marks(wanted, ctx.now), order, texts, limit).await?;
    let headers = match rows.last().filter(|_| has_next) {
        Some(last) => {
            let query = [window.query(), vec![("limit", limit.to_string())]].concat();
            next("/api/appointments", &query, last.booked.appointment.id)?
        }
        None => HeaderMap::new(),
    };
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let subject = if reader.is_limited() {
        Subject::nobody()
    } else {
        Subject::patients(rows.iter().map(|row| row.booked.person_id))
    };
    let appointments = rows.into_iter().map(|row| Appointment::for_reader(row, reader)).collect();
    ctx.done(subject, (headers, Json(appointments))).await
}

/// An appointment and what happened to it.
#[derive(Debug, Serialize, ToSchema)]
struct AppointmentDetail {
    #[serde(flatten)]
    appointment: Appointment,
    /// The newest first. Empty for one that was booked before this was stored.
    events: Vec<AppointmentEvent>,
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
    let subject = if reader.is_limited() { Subject::nobody() } else { Subject::patient(marked.booked.person_id) };
    let detail = AppointmentDetail { appointment: Appointment::for_reader(marked, reader), events };
    ctx.done(subject.and(id), Json(detail)).await
}

/// Books an appointment; it ends after the service's duration. Without `allow_overlap` it may not overlap
/// another appointment of the provider (409 `double_booked`).
#[utoipa::path(post, path = "/api/appointments", tag = "appointments", responses((status = CREATED, body = Appointment)))]
async fn create_appointment(
    ctx: Ctx<AppointmentCreate>,
    Json(new): Json<NewAppointment>,
) -> Result<Done<(StatusCode, Json<Appointment>)>> {
    let patient = patients::existing(&ctx.tx, new.patient_id).await?;
    let starts_at = booking::instant(&new.appointment_time.0, ctx.clinic.time_zone)?;
    let provider = match new.provider_id {
        Some(provider) => Some(chosen(&ctx.tx, provider).await?),
        None => None,
    };
    let service = services::choose(&ctx.tx, "service", new.service.map(|line| line.0)).await?;
    if let Some(provider) = &provider {
        check_performs(&ctx.tx, provider.id, service.id, &service.name).await?;
    }
    let slot = Slot { starts_at, ends_at: booking::end(starts_at, service.minutes) };
    let allow_overlap = new.allow_overlap.unwrap_or(false);
    let wish = Wish {
        patient: &patient,
        provider: provider.as_ref().map(|choice| choice.id),
        slot,
        allow_overlap,
        confirmed: new.confirmed,
        moved: None,
    };
    let claimed = claim(&ctx.tx, ctx.clinic.time_zone, ctx.now, wish).await?;
    let row = appointment::ActiveModel {
        patient_id: Set(patient.id),
        provider_id: Set(provider.as_ref().map(|choice| choice.id)),
        service: Set(service.name),
        service_id: Set(service.id),
        starts_at: Set(slot.starts_at),
        ends_at: Set(slot.ends_at),
        notes: Set(new.notes.map(|note| note.0)),
        allow_overlap: Set(allow_overlap),
        booked_anyway_by: Set(claimed.is_over_another.then_some(ctx.member.id)),
        booked_anyway_name: Set(claimed.is_over_another.then(|| ctx.member.full_name())),
        created_by: Set(Some(ctx.member.id)),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await.on_constraint("appointment_provider_free", double_booked)?;
    let place = Place { slot, provider_name: provider.map(|choice| choice.name) };
    events::append(&ctx.tx, row.id, &ctx.member, ctx.now, events::booked(place, claimed.warnings)).await?;
    messages::note_change(&ctx.tx, ctx.clinic.id, ctx.now, Known::Nothing, &row).await?;
    let marked = booked::one(&ctx.tx, row.id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    let appointment = Appointment::for_reader(marked, reader);
    ctx.done(Subject::patient(patient.id).and(row.id), (StatusCode::CREATED, Json(appointment))).await
}
