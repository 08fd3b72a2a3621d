//! Archiving a patient, and removing one that was added by mistake. A patient with records is never removed.

use axum::http::StatusCode;
use entity::{
    clinic::patient,
    ids::{MemberId, PatientId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::record::PatientRecord;
use base::{
    error::{Error, Result, constraint},
    permission::{Access, PatientArchive},
};
use http_api::{IfMatch, Json, Path, fields::Line, state::App};
use tenancy::{Change, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(archive_patient))
        .routes(routes!(restore_patient))
        .routes(routes!(delete_patient))
}

/// Why a patient is archived, for members who look for the record later.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Archiving {
    reason: Option<Line>,
}

/// Archives a patient: lists leave the record out. The record itself does not change.
#[utoipa::path(post, path = "/api/patients/{id}/archive", tag = "patients", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = PatientRecord)))]
async fn archive_patient(
    ctx: Ctx<PatientArchive>,
    Path(id): Path<PatientId>,
    if_match: IfMatch,
    Json(archiving): Json<Archiving>,
) -> Result<Done<Json<PatientRecord>>> {
    let before = super::locked(&ctx.tx, id).await?;
    if_match.require(before.version)?;
    if before.archived_at.is_some() {
        return Err(Error::conflict("archived", "This patient is archived already."));
    }
    let reason = archiving.reason.map(|Line(reason)| reason);
    let change = Change::between("archived", None, Some(reason.as_deref().unwrap_or("yes")));
    let mut row = before.clone().into_active_model();
    row.archived_at = Set(Some(ctx.now));
    row.archived_by = Set(Some(ctx.member.id));
    row.archive_reason = Set(reason);
    store(ctx, before, row, change).await
}

/// Restores an archived patient to the lists.
#[utoipa::path(post, path = "/api/patients/{id}/restore", tag = "patients", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = PatientRecord)))]
async fn restore_patient(
    ctx: Ctx<PatientArchive>,
    Path(id): Path<PatientId>,
    if_match: IfMatch,
) -> Result<Done<Json<PatientRecord>>> {
    let before = super::locked(&ctx.tx, id).await?;
    if_match.require(before.version)?;
    if before.archived_at.is_none() {
        return Err(Error::conflict("not_archived", "This patient is not archived."));
    }
    let change = Change::between("archived", Some(before.archive_reason.as_deref().unwrap_or("yes")), None);
    let mut row = before.clone().into_active_model();
    row.archived_at = Set(None);
    row.archived_by = Set(None::<MemberId>);
    row.archive_reason = Set(None);
    store(ctx, before, row, change).await
}

async fn store(
    ctx: Ctx<PatientArchive>,
    before: patient::Model,
    mut row: patient::ActiveModel,
    change: Option<Change>,
) -> Result<Done<Json<PatientRecord>>> {
    row.version = Set(before.version + 1);
    let row = row.update(&ctx.tx).await?;
    let changes: Vec<_> = change.into_iter().collect();
    super::change::remember(&ctx.tx, before.id, &ctx.member, ctx.now, &changes).await?;
    let record = PatientRecord::for_access(&ctx.tx, Access::Full, row).await?;
    ctx.done(Subject::patient(before.id).changed(changes), Json(record)).await
}

/// Removes a patient without any records. With `If-Match` it removes only that version.
#[utoipa::path(delete, path = "/api/patients/{id}", tag = "patients", params(("id" = i64, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn delete_patient(
    ctx: Ctx<PatientArchive>,
    Path(id): Path<PatientId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    // This lock also excludes new references, which the removal checks for.
    let found = patient::Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if_match.require(super::unmerged(found)?.version)?;
    patient::Entity::delete_by_id(id).exec(&ctx.tx).await.map_err(|error| {
        // Every table with a patient's records has a foreign key to the patient, so the database itself refuses.
        if constraint(&error).is_some() {
            let sentence = "This patient has records, which are kept. Archive the patient instead.";
            return Error::conflict("has_records", sentence);
        }
        error.into()
    })?;
    ctx.done(Subject::patient(id), StatusCode::NO_CONTENT).await
}
