//! Changing an entry, and closing it.

use entity::{clinic::waitlist_entry::Entity, ids::WaitlistEntryId, words::WaitlistStatus};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    entries,
    wire::{WaitlistChange, WaitlistEntry, Weekdays},
};
use crate::appointments;
use base::{
    error::{Error, Result},
    permission::AppointmentUpdate,
};
use http_api::{
    IfMatch, Json, Patch, Path,
    fields::{Day, Line},
    state::App,
};
use practice::services;
use tenancy::{Change, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_waitlist_entry))
}

/// Changes an entry. With `If-Match` it changes only that version. A status can reopen an entry that was booked or removed.
#[utoipa::path(patch, path = "/api/waitlist/{id}", tag = "waitlist", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = WaitlistEntry)))]
async fn change_waitlist_entry(
    ctx: Ctx<AppointmentUpdate>,
    Path(id): Path<WaitlistEntryId>,
    if_match: IfMatch,
    Json(change): Json<WaitlistChange>,
) -> Result<Done<Json<WaitlistEntry>>> {
    let before = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if_match.require(before.version)?;
    let mut row = before.clone().into_active_model();
    let new_service = match change.service {
        Some(Line(name)) if name != before.service => Some(services::choose(&ctx.tx, "service", Some(name)).await?),
        _ => None,
    };
    let is_new_service = new_service.is_some();
    if let Some(service) = new_service {
        row.service = Set(service.name);
        row.service_id = Set(service.id);
    }
    change.provider_id.fill(&mut row.provider_id, |provider| provider);
    let provider = *row.provider_id.as_ref();
    if let Some(provider) = provider
        && (is_new_service || before.provider_id != Some(provider))
    {
        appointments::check_bookable(&ctx.tx, provider, *row.service_id.as_ref(), row.service.as_ref()).await?;
    }
    match change.weekdays {
        Patch::Keep => {}
        Patch::Clear => row.weekdays = Set(Vec::new()),
        Patch::Set(Weekdays(days)) => row.weekdays = Set(days),
    }
    change.part_of_day.fill(&mut row.part_of_day, |part| part);
    change.until.fill(&mut row.until, |Day(day)| day);
    change.note.fill(&mut row.note, |Line(note)| note);
    let status = change.status.unwrap_or(before.status);
    row.status = Set(status);
    row.version = Set(before.version + 1);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(ctx.member.id);
    row.updated_by_name = Set(ctx.member.full_name());
    row.update(&ctx.tx).await?;
    let named = entries::one(&ctx.tx, id).await?;
    let word = WaitlistStatus::as_str;
    let changed = Change::between("status", Some(word(before.status)), Some(word(status)));
    let subject = Subject::patient(named.person_id).and(id).changed(changed);
    ctx.done(subject, Json(WaitlistEntry::for_reader(named, false))).await
}
