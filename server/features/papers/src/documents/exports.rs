//! The calls that hand out everything about one patient (45 CFR 164.524): the request, its progress, and the ZIP.

use std::collections::HashMap;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        document::{Column, Entity, Model},
        document_file, member, patient,
    },
    ids::{DocumentId, PatientId},
    words::DocumentKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::{DocumentRequest, DocumentState, headers, own, sentence},
    export_job::ExportPatient,
    program::{PRINTING_NOT_READY, Program},
    store::{file_of, one_of, seal},
};
use base::{
    error::{Error, Result},
    permission::PatientExport,
};
use chart::emergency_access;
use http_api::{Json, Path, Query, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject};

/// How long an export can be downloaded.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// The most exports of a list. Exports are deleted after a day.
const MAX_ROWS: u64 = 50;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_exports, export_patient)).routes(routes!(download_export))
}

/// There is nothing to choose, because an export holds everything.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewExport {}

/// An export of everything about one patient.
#[derive(Debug, Serialize, ToSchema)]
struct PatientExportEntry {
    id: DocumentId,
    state: DocumentState,
    /// A sentence about why it failed.
    problem: Option<&'static str>,
    /// How many records are made.
    done: i32,
    /// How many records there are. Null before the first is made.
    total: Option<i32>,
    /// How many files it has. An export of more than 64 MB has several, each a ZIP.
    files: i32,
    /// By name.
    requested_by: String,
    requested_at: DateTime<Utc>,
    /// Until when it can be downloaded.
    expires_at: DateTime<Utc>,
    /// Whether the signed-in member requested it, and so may download it.
    is_own: bool,
}

async fn to_wire(ctx: &Ctx<PatientExport>, rows: Vec<Model>) -> Result<Vec<PatientExportEntry>> {
    let ids = rows.iter().map(|row| row.member_id);
    let members = member::Entity::find().filter(member::Column::Id.is_in(ids)).all(&ctx.tx).await?;
    let names: HashMap<_, _> = members.into_iter().map(|member| (member.id, member.full_name())).collect();
    let entry = |row: Model| PatientExportEntry {
        id: row.id,
        state: DocumentState::from_model(&row),
        problem: row.problem.map(sentence),
        done: row.done,
        total: row.total,
        files: row.files,
        requested_by: names.get(&row.member_id).cloned().unwrap_or_default(),
        requested_at: row.requested_at,
        expires_at: row.expires_at,
        is_own: row.member_id == ctx.member.id,
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// The exports of a patient that have not expired, without their files.
async fn current(tx: &ClinicTx, patient: PatientId, now: DateTime<Utc>) -> Result<Vec<Model>> {
    let rows = Entity::find()
        .filter(Column::Kind.eq(DocumentKind::Export))
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(patient)))
        .filter(Column::ExpiresAt.gt(now))
        .order_by_desc(Column::Id)
        .limit(MAX_ROWS);
    let columns = [
        Column::Id,
        Column::Kind,
        Column::RecordId,
        Column::PatientId,
        Column::MemberId,
        Column::RequestedAt,
        Column::ExpiresAt,
        Column::Done,
        Column::Total,
        Column::FinishedAt,
        Column::Problem,
        Column::Version,
        Column::Files,
    ];
    Ok(rows
        .select_only()
        .columns(columns)
        .expr_as(sea_orm::sea_query::Expr::value(None::<Vec<u8>>), "file")
        .all(tx)
        .await?)
}

/// Starts an export of everything about a patient. It needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/patients/{id}/exports", tag = "documents", params(("id" = i64, Path)), responses((status = CREATED, body = PatientExportEntry)))]
async fn export_patient(
    ctx: Ctx<PatientExport>,
    State(app): State<App>,
    Path(id): Path<PatientId>,
    Json(NewExport {}): Json<NewExport>,
) -> Result<Done<(StatusCode, Json<PatientExportEntry>)>> {
    ctx.require_fresh_proof()?;
    patients::locked(&ctx.tx, id).await?;
    if !app.part::<Program>().is_there() {
        return Err(PRINTING_NOT_READY.into());
    }
    let is_running = |row: &Model| row.finished_at.is_none() && row.member_id == ctx.member.id;
    if current(&ctx.tx, id, ctx.now).await?.iter().any(is_running) {
        return Err(Error::conflict("export_running", "Your export of this record is still being made."));
    }
    emergency_access::note_export(&ctx.tx, ctx.clinic.id, &ctx.member, id, ctx.now).await?;
    let asked = DocumentRequest {
        kind: DocumentKind::Export,
        record: id.into(),
        version: None,
        patient: id,
        member: ctx.member.id,
        now: ctx.now,
        kept: KEPT,
    };
    let row = asked.keep(&ctx.tx).await?;
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &ExportPatient { document: row.id }).await?;
    let subject = Subject::patient(id).and(row.id);
    let entry = to_wire(&ctx, vec![row]).await?.pop().ok_or_else(|| Error::Internal("an export left no row".into()))?;
    ctx.done(subject, (StatusCode::CREATED, Json(entry))).await
}

/// Lists the exports of a patient's record that have not expired, newest first.
#[utoipa::path(get, path = "/api/patients/{id}/exports", tag = "documents", params(("id" = i64, Path)), responses((status = OK, body = Vec<PatientExportEntry>)))]
async fn list_exports(
    ctx: Ctx<PatientExport>,
    Path(id): Path<PatientId>,
) -> Result<Done<Json<Vec<PatientExportEntry>>>> {
    patients::existing(&ctx.tx, id).await?;
    let rows = current(&ctx.tx, id, ctx.now).await?;
    let entries = to_wire(&ctx, rows).await?;
    ctx.done(Subject::patient(id), Json(entries)).await
}

/// The wanted file of an export.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedFile {
    /// The number of the file, starting with 1, the default.
    number: Option<i32>,
}

/// Returns a ZIP of an export of the member's own.
#[utoipa::path(get, path = "/api/patients/{id}/exports/{export}/file", tag = "documents",
    params(("id" = i64, Path), ("export" = i64, Path), WantedFile), responses((status = OK, body = String, content_type = "application/zip")))]
async fn download_export(
    ctx: Ctx<PatientExport>,
    State(app): State<App>,
    Path((id, export)): Path<(PatientId, DocumentId)>,
    Query(WantedFile { number }): Query<WantedFile>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let number = number.unwrap_or(1);
    let row = own(&ctx, export, true).await?;
    if patients::person(&ctx.tx, row.patient_id).await?.id != id {
        return Err(Error::NotFound);
    }
    let seal = seal(&app.master, ctx.clinic.id);
    let (file, part) = if row.files > 1 {
        let one = document_file::Entity::find_by_id((export, number)).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
        (seal.open(&one_of(ctx.clinic.id, export, number), &one.sealed)?, format!("-{number}-of-{}", row.files))
    } else {
        let sealed = row.file.filter(|_| number == 1).ok_or(Error::NotFound)?;
        (seal.open(&file_of(ctx.clinic.id, export), &sealed)?, String::new())
    };
    let name = format!("record-{id}{part}-{}.zip", ctx.clinic.subdomain);
    let headers = headers("application/zip", &format!("attachment; filename=\"{name}\""))?;
    ctx.done(Subject::patient(id).and(export), (headers, file)).await
}
