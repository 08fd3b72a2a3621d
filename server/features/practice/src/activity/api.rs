//! The calls about the activity log.

use axum::http::HeaderMap;
use entity::ids::PatientId;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    entries::{self, ActivityEntry, Filter},
    export,
    people::{self, ActivityPerson},
};
use base::{error::Result, permission::AuditRead};
use http_api::{
    Json, Page, Query,
    page::{next_link, truncate_page},
    state::App,
    table::Start,
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_activity))
        .routes(routes!(export_activity))
        .routes(routes!(list_activity_people))
}

/// How many entries a page has without a limit.
const DEFAULT_LIMIT: u64 = 100;

/// Lists what was done in the clinic and by whom, newest first. Reading it is itself an entry.
#[utoipa::path(get, path = "/api/audit", tag = "audit", params(Filter, Page), responses((status = OK, body = Vec<ActivityEntry>)))]
async fn list_activity(
    ctx: Ctx<AuditRead>,
    Query(filter): Query<Filter>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<ActivityEntry>>)>> {
    filter.check()?;
    let filter = filter.with_merged(&ctx.tx).await?;
    let limit = page.limit_or(DEFAULT_LIMIT);
    let rows = entries::page(&ctx.tx, &filter, ctx.clinic.time_zone, limit, page.after).await?;
    let is_full = rows.len() as u64 == limit;
    let mut entries = entries::named(&ctx.tx, rows).await?;
    let is_truncated = truncate_page(&mut entries, ActivityEntry::length);
    let last = entries.last().filter(|_| is_full || is_truncated).map(|row| row.id);
    let headers = next_link("/api/audit", &[filter.query(), vec![("limit", limit.to_string())]].concat(), last)?;
    let shown = entries.iter().flat_map(|entry| &entry.patients).map(|patient| patient.id.into());
    let subject = about(&filter, shown);
    ctx.done(subject, (headers, Json(entries))).await
}

/// Exports the entries as CSV (RFC 4180), in parts of 20,000. The Link header leads to the next part. The export is itself an entry.
#[utoipa::path(get, path = "/api/audit/export", tag = "audit", params(Filter, Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_activity(
    ctx: Ctx<AuditRead>,
    Query(filter): Query<Filter>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    filter.check()?;
    let filter = filter.with_merged(&ctx.tx).await?;
    let (part, patients) = export::part(&ctx.tx, &filter, ctx.clinic.time_zone, start).await?;
    let file = part.answer(&ctx, "activity", "/api/audit/export", &filter.query())?;
    let subject = about(&filter, patients);
    ctx.done(subject, file).await
}

/// Lists the people by whom the log can be filtered: first the team, then former members.
#[utoipa::path(get, path = "/api/audit/people", tag = "audit", responses((status = OK, body = Vec<ActivityPerson>)))]
async fn list_activity_people(ctx: Ctx<AuditRead>) -> Result<Done<Json<Vec<ActivityPerson>>>> {
    let people = people::present_and_former(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(people)).await
}

/// The people whose data the log has shown: the patient in the filter, and every patient in the entries.
fn about(filter: &Filter, shown: impl IntoIterator<Item = PatientId>) -> Subject {
    let subject = Subject::patients(filter.patient_id.into_iter().chain(shown));
    match filter.member_id {
        Some(member) => subject.and(member),
        None => subject,
    }
}
