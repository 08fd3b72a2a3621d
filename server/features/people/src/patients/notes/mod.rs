//! Notes about a patient, and the alerts in the record's header.

pub mod timeline;
mod versions;

use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        patient,
        patient_note::{self, Column, Entity, Model},
    },
    ids::{PatientId, PatientNoteId},
    words::NoteKind,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Order},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{PatientNoteRead, PatientNoteWrite},
};
use http_api::{
    IfMatch, Json, Page, Patch, Path, Query,
    fields::Note,
    page::{MAX_LIMIT, PageRows, fetch_page, key, next_link, octets},
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_patient_notes, add_patient_note))
        .routes(routes!(change_patient_note, remove_patient_note))
        .routes(routes!(restore_patient_note))
        .routes(routes!(list_removed_patient_notes))
        .merge(versions::routes())
}

/// How many notes a page shows by default. A note has up to 10,000 characters.
const DEFAULT_LIMIT: u64 = 50;

/// A note about a patient, or an alert.
#[derive(Debug, Serialize, ToSchema)]
struct PatientNote {
    id: PatientNoteId,
    kind: NoteKind,
    body: String,
    /// Shown before the other notes.
    pinned: bool,
    /// The author's name.
    author: String,
    created_at: DateTime<Utc>,
    /// The name of the member who changed it last; null if it was never changed.
    changed_by: Option<String>,
    changed_at: Option<DateTime<Utc>>,
    /// For `If-Match`.
    version: i32,
}

impl From<Model> for PatientNote {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            body: row.body,
            pinned: row.pinned,
            author: row.author_name,
            created_at: row.created_at,
            changed_by: row.changed_by,
            changed_at: row.changed_at,
            version: row.version,
        }
    }
}

/// A note that was removed, or an alert that has ended.
#[derive(Debug, Serialize, ToSchema)]
struct RemovedPatientNote {
    id: PatientNoteId,
    kind: NoteKind,
    body: String,
    /// The author's name.
    author: String,
    created_at: DateTime<Utc>,
    removed_at: DateTime<Utc>,
    /// The name of the member who removed it; null if it was removed before this was stored.
    removed_by: Option<String>,
}

impl RemovedPatientNote {
    /// `None` if the note was not removed.
    fn from_model(row: Model) -> Option<Self> {
        Some(Self {
            id: row.id,
            kind: row.kind,
            body: row.body,
            author: row.author_name,
            created_at: row.created_at,
            removed_at: row.removed_at?,
            removed_by: row.removed_by,
        })
    }
}

/// A note to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPatientNote {
    /// Default: note.
    kind: Option<NoteKind>,
    body: Note,
    /// Default: false. An alert is not pinned: the header shows it anyway.
    pinned: Option<bool>,
}

/// The changes to a note: a field that is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PatientNoteChange {
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Note>)]
    body: Patch<Note>,
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    pinned: Patch<bool>,
}

fn of_patient(patient_id: PatientId) -> Select<Entity> {
    Entity::find().filter(Column::PatientId.in_subquery(patient::Entity::ids_of(patient_id)))
}

fn current(patient_id: PatientId) -> Select<Entity> {
    of_patient(patient_id).filter(Column::RemovedAt.is_null())
}

/// Locks the note, so that the second of two simultaneous changes sees the first.
async fn locked(tx: &ClinicTx, patient_id: PatientId, id: PatientNoteId) -> Result<Model> {
    let note = current(patient_id).filter(Column::Id.eq(id)).lock_exclusive().one(tx).await?;
    note.ok_or(Error::NotFound)
}

/// Whether a note is listed before the others.
fn stands_first() -> Expr {
    Column::Pinned.eq(true).or(Column::Kind.eq(NoteKind::Alert))
}

/// The place in the list after this note.
fn place(last: &Model) -> i64 {
    let id = i64::from(last.id);
    if last.pinned || last.kind == NoteKind::Alert { -id } else { id }
}

/// The notes after this place.
fn after(notes: Select<Entity>, place: Option<i64>) -> Select<Entity> {
    match place {
        None => notes,
        Some(id @ 0..) => notes.filter(stands_first().not()).filter(Column::Id.lt(id)),
        Some(id) => notes.filter(stands_first().not().or(Column::Id.lt(id.saturating_neg()))),
    }
}

fn alert_is_not_pinned() -> Error {
    Error::field("pinned", "is for notes; an alert is shown in the header anyway")
}

/// Lists the notes and alerts of a patient, the newest first; a page has at most 1 MB. All alerts and pinned notes come first and
/// are not counted by `limit`. With `after` below zero the page continues among them.
#[utoipa::path(get, path = "/api/patients/{id}/notes", tag = "patients", params(("id" = i64, Path), Page),
    responses((status = OK, body = Vec<PatientNote>)))]
async fn list_patient_notes(
    ctx: Ctx<PatientNoteRead>,
    Path(id): Path<PatientId>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<PatientNote>>)>> {
    super::existing(&ctx.tx, id).await?;
    let limit = page.limit_or(DEFAULT_LIMIT);
    let wanted = after(current(id), page.after);
    let first = match page.after {
        Some(0..) => 0,
        _ => wanted.clone().filter(stands_first()).count(&ctx.tx).await?.clamp(0, MAX_LIMIT),
    };
    let order = [(stands_first(), Order::Desc), key(Column::Id, Order::Desc)];
    let fitting: PageRows<Model> = fetch_page(&ctx.tx, wanted, order, [octets(Column::Body)], first + limit).await?;
    let last = fitting.rows.last().filter(|_| fitting.has_next).map(place);
    let headers = next_link(&format!("/api/patients/{id}/notes"), &[("limit", limit.to_string())], last)?;
    let notes = fitting.rows.into_iter().map(Into::into).collect();
    ctx.done(Subject::patient(id), (headers, Json(notes))).await
}

/// Adds a note or an alert.
#[utoipa::path(post, path = "/api/patients/{id}/notes", tag = "patients", params(("id" = i64, Path)),
    responses((status = CREATED, body = PatientNote)))]
async fn add_patient_note(
    ctx: Ctx<PatientNoteWrite>,
    Path(id): Path<PatientId>,
    Json(new): Json<NewPatientNote>,
) -> Result<Done<(StatusCode, Json<PatientNote>)>> {
    super::existing(&ctx.tx, id).await?;
    let kind = new.kind.unwrap_or(NoteKind::Note);
    let pinned = new.pinned.unwrap_or(false);
    if kind == NoteKind::Alert && pinned {
        return Err(alert_is_not_pinned());
    }
    let row = patient_note::ActiveModel {
        patient_id: Set(id),
        kind: Set(kind),
        body: Set(new.body.0),
        pinned: Set(pinned),
        author_id: Set(ctx.member.id),
        author_name: Set(ctx.member.full_name()),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await?;
    let subject = Subject::patient(id).and(row.id);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// Changes a note's text, or pins it. With `If-Match` it changes only that version.
#[utoipa::path(patch, path = "/api/patients/{id}/notes/{note}", tag = "patients",
    params(("id" = i64, Path), ("note" = i64, Path), IfMatch), responses((status = OK, body = PatientNote)))]
async fn change_patient_note(
    ctx: Ctx<PatientNoteWrite>,
    Path((id, note)): Path<(PatientId, PatientNoteId)>,
    if_match: IfMatch,
    Json(change): Json<PatientNoteChange>,
) -> Result<Done<Json<PatientNote>>> {
    let before = locked(&ctx.tx, id, note).await?;
    if_match.require(before.version)?;
    if before.kind == NoteKind::Alert && change.pinned == Patch::Set(true) {
        return Err(alert_is_not_pinned());
    }
    versions::keep(&ctx.tx, &before).await?;
    let version = before.version + 1;
    let mut row = before.into_active_model();
    match change.body {
        Patch::Keep => {}
        Patch::Clear => return Err(Error::field("body", "is required")),
        Patch::Set(Note(body)) => row.body = Set(body),
    }
    match change.pinned {
        Patch::Keep => {}
        Patch::Clear => return Err(Error::field("pinned", "is required")),
        Patch::Set(pinned) => row.pinned = Set(pinned),
    }
    row.changed_by = Set(Some(ctx.member.full_name()));
    row.changed_at = Set(Some(ctx.now));
    row.version = Set(version);
    let row = row.update(&ctx.tx).await?;
    ctx.done(Subject::patient(id).and(note), Json(row.into())).await
}

/// Removes a note, or ends an alert.
#[utoipa::path(delete, path = "/api/patients/{id}/notes/{note}", tag = "patients",
    params(("id" = i64, Path), ("note" = i64, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn remove_patient_note(
    ctx: Ctx<PatientNoteWrite>,
    Path((id, note)): Path<(PatientId, PatientNoteId)>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    let before = locked(&ctx.tx, id, note).await?;
    if_match.require(before.version)?;
    let mut row = before.into_active_model();
    row.removed_at = Set(Some(ctx.now));
    row.removed_by = Set(Some(ctx.member.full_name()));
    row.update(&ctx.tx).await?;
    ctx.done(Subject::patient(id).and(note), StatusCode::NO_CONTENT).await
}

/// Lists the removed notes and ended alerts of a patient, the newest note first; a page has at most 1 MB.
#[utoipa::path(get, path = "/api/patients/{id}/notes/removed", tag = "patients", params(("id" = i64, Path), Page),
    responses((status = OK, body = Vec<RemovedPatientNote>)))]
async fn list_removed_patient_notes(
    ctx: Ctx<PatientNoteWrite>,
    Path(id): Path<PatientId>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<RemovedPatientNote>>)>> {
    super::existing(&ctx.tx, id).await?;
    let limit = page.limit_or(DEFAULT_LIMIT);
    let mut removed = of_patient(id).filter(Column::RemovedAt.is_not_null());
    if let Some(after) = page.after {
        removed = removed.filter(Column::Id.lt(after));
    }
    let newest = [key(Column::Id, Order::Desc)];
    let fitting: PageRows<Model> = fetch_page(&ctx.tx, removed, newest, [octets(Column::Body)], limit).await?;
    let last = fitting.rows.last().filter(|_| fitting.has_next).map(|last| last.id);
    let headers = next_link(&format!("/api/patients/{id}/notes/removed"), &[("limit", limit.to_string())], last)?;
    let notes = fitting.rows.into_iter().filter_map(RemovedPatientNote::from_model).collect();
    ctx.done(Subject::patient(id), (headers, Json(notes))).await
}

/// Restores a removed note or an ended alert as it was.
#[utoipa::path(post, path = "/api/patients/{id}/notes/{note}/restore", tag = "patients",
    params(("id" = i64, Path), ("note" = i64, Path)), responses((status = OK, body = PatientNote)))]
async fn restore_patient_note(
    ctx: Ctx<PatientNoteWrite>,
    Path((id, note)): Path<(PatientId, PatientNoteId)>,
) -> Result<Done<Json<PatientNote>>> {
    let removed = of_patient(id).filter(Column::Id.eq(note)).filter(Column::RemovedAt.is_not_null());
    let before = removed.lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let mut row = before.into_active_model();
    row.removed_at = Set(None);
    row.removed_by = Set(None);
    let row = row.update(&ctx.tx).await?;
    ctx.done(Subject::patient(id).and(note), Json(row.into())).await
}
