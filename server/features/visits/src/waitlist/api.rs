//! The waitlist, and adding an entry.

use axum::http::StatusCode;
use entity::{
    clinic::waitlist_entry::{ActiveModel, Column, Entity},
    words::WaitlistStatus,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    entries::{self, EntryWithNames},
    wire::{NewWaitlistEntry, WaitlistEntry, Weekdays},
};
use crate::appointments;
use base::{
    error::{Error, Result},
    permission::{Access, AppointmentCreate, AppointmentList},
};
use http_api::{Json, state::App};
use people::patients;
use practice::services;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_waitlist, create_waitlist_entry))
}

/// The most open entries, because the list has no pages.
const MAX_ENTRIES: u64 = 500;

/// Lists the open entries, the newest last.
#[utoipa::path(get, path = "/api/waitlist", tag = "waitlist", responses((status = OK, body = Vec<WaitlistEntry>)))]
async fn list_waitlist(ctx: Ctx<AppointmentList>) -> Result<Done<Json<Vec<WaitlistEntry>>>> {
    let rows: Vec<EntryWithNames> = entries::waiting().into_model().all(&ctx.tx).await?;
    let is_limited = ctx.access == Access::Limited;
    let subject = if is_limited { Subject::nobody() } else { Subject::patients(rows.iter().map(|row| row.person_id)) };
    let entries = rows.into_iter().map(|row| WaitlistEntry::for_reader(row, is_limited)).collect();
    ctx.done(subject, Json(entries)).await
}

/// Adds an entry.
#[utoipa::path(post, path = "/api/waitlist", tag = "waitlist", responses((status = CREATED, body = WaitlistEntry)))]
async fn create_waitlist_entry(
    ctx: Ctx<AppointmentCreate>,
    Json(new): Json<NewWaitlistEntry>,
) -> Result<Done<(StatusCode, Json<WaitlistEntry>)>> {
    let patient = patients::existing(&ctx.tx, new.patient_id).await?;
    let service = services::choose(&ctx.tx, "service", new.service.map(|line| line.0)).await?;
    if let Some(provider) = new.provider_id {
        appointments::check_bookable(&ctx.tx, provider, service.id, &service.name).await?;
    }
    let waiting = Entity::find().filter(Column::Status.eq(WaitlistStatus::Waiting)).count(&ctx.tx).await?;
    if waiting >= MAX_ENTRIES {
        return Err(Error::conflict("waitlist_full", format!("The waitlist holds at most {MAX_ENTRIES} entries.")));
    }
    let row = ActiveModel {
        patient_id: Set(patient.id),
        service: Set(service.name),
        service_id: Set(service.id),
        provider_id: Set(new.provider_id),
        weekdays: Set(new.weekdays.map(|Weekdays(days)| days).unwrap_or_default()),
        part_of_day: Set(new.part_of_day),
        note: Set(new.note.map(|line| line.0)),
        until: Set(new.until.map(|day| day.0)),
        status: Set(WaitlistStatus::Waiting),
        version: Set(1),
        created_at: Set(ctx.now),
        created_by: Set(ctx.member.id),
        created_by_name: Set(ctx.member.full_name()),
        updated_at: Set(ctx.now),
        updated_by: Set(ctx.member.id),
        updated_by_name: Set(ctx.member.full_name()),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await?;
    let entry = WaitlistEntry::for_reader(entries::one(&ctx.tx, row.id).await?, false);
    ctx.done(Subject::patient(patient.id).and(row.id), (StatusCode::CREATED, Json(entry))).await
}
