//! The former versions of a note or an alert: the text, the author and the time.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        patient_note,
        patient_note_version::{ActiveModel, Column, Entity, Model},
    },
    ids::{PatientId, PatientNoteId},
};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, sea_query::Order};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::of_patient;
use base::{
    error::{Error, Result},
    permission::PatientNoteRead,
};
use http_api::{
    Json, Page, Path, Query,
    page::{PageRows, fetch_page, key, next_link, octets},
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_patient_note_versions))
}

/// How many versions a page shows by default.
const DEFAULT_LIMIT: u64 = 50;

/// A former version of a note or an alert.
#[derive(Debug, Serialize, ToSchema)]
struct PatientNoteVersion {
    version: i32,
    body: String,
    pinned: bool,
    /// The author's name.
    written_by: String,
    written_at: DateTime<Utc>,
}

impl From<Model> for PatientNoteVersion {
    fn from(row: Model) -> Self {
        Self {
            version: row.version,
            body: row.body,
            pinned: row.pinned,
            written_by: row.written_by,
            written_at: row.written_at,
        }
    }
}

/// Stores a note as a version before it is changed. The caller has locked the note.
pub(super) async fn keep(tx: &ClinicTx, note: &patient_note::Model) -> Result<()> {
    let row = ActiveModel {
        note_id: Set(note.id),
        version: Set(note.version),
        body: Set(note.body.clone()),
        pinned: Set(note.pinned),
        written_by: Set(note.changed_by.clone().unwrap_or_else(|| note.author_name.clone())),
        written_at: Set(note.changed_at.unwrap_or(note.created_at)),
        ..Default::default()
    };
    Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

/// Lists the former versions of a note or an alert, also of a removed one, the newest first; a page has at most 1 MB. `after` is
/// a version.
#[utoipa::path(get, path = "/api/patients/{id}/notes/{note}/versions", tag = "patients",
    params(("id" = i64, Path), ("note" = i64, Path), Page), responses((status = OK, body = Vec<PatientNoteVersion>)))]
async fn list_patient_note_versions(
    ctx: Ctx<PatientNoteRead>,
    Path((id, note)): Path<(PatientId, PatientNoteId)>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<PatientNoteVersion>>)>> {
    let found = of_patient(id).filter(patient_note::Column::Id.eq(note)).one(&ctx.tx).await?;
    found.ok_or(Error::NotFound)?;
    let limit = page.limit_or(DEFAULT_LIMIT);
    let mut former = Entity::find().filter(Column::NoteId.eq(note));
    if let Some(after) = page.after {
        former = former.filter(Column::Version.lt(after));
    }
    let newest = [key(Column::Version, Order::Desc)];
    let fitting: PageRows<Model> = fetch_page(&ctx.tx, former, newest, [octets(Column::Body)], limit).await?;
    let last = fitting.rows.last().filter(|_| fitting.has_next).map(|last| last.version);
    let path = format!("/api/patients/{id}/notes/{note}/versions");
    let headers = next_link(&path, &[("limit", limit.to_string())], last)?;
    let versions = fitting.rows.into_iter().map(Into::into).collect();
    ctx.done(Subject::patient(id).and(note), (headers, Json(versions))).await
}
