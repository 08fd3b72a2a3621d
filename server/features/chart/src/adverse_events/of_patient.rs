//! The adverse events of one patient, with all their entries.

use std::collections::HashMap;

use axum::http::HeaderMap;
use entity::{
    clinic::{
        Signer, adverse_event,
        adverse_event_entry::{Column, Entity},
    },
    ids::{AdverseEventId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, Statement};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    sql,
    wire::{AdverseEvent, AdverseEventEntry, ListedAdverseEvent},
};
use crate::treatments::Team;
use base::{
    error::{Error, Result},
    permission::{Access, AdverseEventAcknowledge, AdverseEventRead, Permission},
};
use http_api::{
    Json, Path, Query,
    page::{next_link, truncate_page},
    state::App,
};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_patient_adverse_events))
}

/// How many events a page has without a limit, and how many at most: each has texts.
const DEFAULT_LIMIT: u64 = 20;

/// Lists the adverse events of a patient with everything that was written about them, the latest reported first: at most 20. The Link
/// header leads to the next page.
#[utoipa::path(get, path = "/api/patients/{id}/adverse-events", tag = "adverse-events", params(("id" = i64, Path), http_api::Page),
    responses((status = OK, body = Vec<AdverseEvent>)))]
async fn list_patient_adverse_events(
    ctx: Ctx<AdverseEventRead>,
    Path(id): Path<PatientId>,
    Query(page): Query<http_api::Page>,
) -> Result<Done<(HeaderMap, Json<Vec<AdverseEvent>>)>> {
    patients::existing(&ctx.tx, id).await?;
    let limit = page.limit_or(DEFAULT_LIMIT).min(DEFAULT_LIMIT);
    let statement = sql::of_patient(id, page.after.unwrap_or(i64::MAX), limit);
    let mut events = whole(&ctx.tx, &ctx.member, statement).await?;
    let is_full = events.len() as u64 == limit;
    let is_truncated = truncate_page(&mut events, AdverseEvent::length);
    let last = events.last().filter(|_| is_full || is_truncated).map(|event| event.listed.id);
    let path = format!("/api/patients/{id}/adverse-events");
    let headers = next_link(&path, &[("limit", limit.to_string())], last)?;
    ctx.done(Subject::patient(id), (headers, Json(events))).await
}

/// One event as this member sees it.
///
/// # Errors
/// [`Error::NotFound`] if this clinic has no such event.
pub(super) async fn one(tx: &ClinicTx, member: &Member, id: AdverseEventId) -> Result<AdverseEvent> {
    whole(tx, member, sql::one(id)).await?.pop().ok_or(Error::NotFound)
}

/// A patient's newest events as this member sees them, the latest reported first. `patient` must not be a merged record.
pub async fn newest(tx: &ClinicTx, member: &Member, patient: PatientId, limit: u64) -> Result<Vec<AdverseEvent>> {
    whole(tx, member, sql::of_patient(patient, i64::MAX, limit)).await
}

/// A person's events that are not over, the latest reported first. `person` must not be a merged record.
pub async fn open_of(tx: &ClinicTx, person: PatientId) -> Result<Vec<ListedAdverseEvent>> {
    Ok(ListedAdverseEvent::find_by_statement(sql::open_of(person)).all(tx).await?)
}

/// The present state of an event, with the texts of its report.
#[derive(FromQueryResult)]
struct Row {
    #[sea_orm(nested)]
    listed: ListedAdverseEvent,
    details: String,
    action: String,
}

/// The events that the statement selects, with their entries.
async fn whole(tx: &ClinicTx, member: &Member, statement: Statement) -> Result<Vec<AdverseEvent>> {
    let rows = Row::find_by_statement(statement).all(tx).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = rows.iter().map(|row| row.listed.id).collect();
    let reports = adverse_event::Entity::find().filter(adverse_event::Column::Id.is_in(ids.clone())).all(tx).await?;
    let reports: HashMap<_, _> = reports.into_iter().map(|row| (row.id, (row.severity, row.signer))).collect();
    let mut entries: HashMap<AdverseEventId, Vec<AdverseEventEntry>> = HashMap::new();
    let written = Entity::find().filter(Column::EventId.is_in(ids)).order_by_asc(Column::Number).all(tx).await?;
    for row in written {
        entries.entry(row.event_id).or_default().push(row.into());
    }
    let acknowledges = member.grants().access(AdverseEventAcknowledge::NAME) == Some(Access::Full);
    let own = acknowledges && !Team::load(tx).await?.has_director_beside(member.id);
    let to_wire = |row: Row| {
        let (reported_severity, Signer { role: reported_role, .. }) = reports.get(&row.listed.id)?.clone();
        let is_open = row.listed.acknowledged_at.is_none();
        Some(AdverseEvent {
            may_acknowledge: acknowledges && is_open && (own || row.listed.reporter_id != member.id),
            entries: entries.remove(&row.listed.id).unwrap_or_default(),
            details: row.details,
            action: row.action,
            reported_severity,
            reported_role,
            listed: row.listed,
        })
    };
    Ok(rows.into_iter().filter_map(to_wire).collect())
}

impl AdverseEvent {
    /// The length of its texts in bytes.
    fn length(&self) -> usize {
        let entries: usize = self.entries.iter().map(AdverseEventEntry::length).sum();
        self.details.len() + self.action.len() + entries
    }
}
