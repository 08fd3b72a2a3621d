//! The copies of records that members have signed, for the staff who may read the record.

use axum::http::HeaderMap;
use entity::{
    clinic::{
        exam,
        signed_copy::{Column, Entity},
        treatment,
    },
    ids::{ExamId, PatientId, TreatmentId},
    words::SignedKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::signed::copies_of;
use crate::documents::api::headers;
use base::{
    error::{Error, Result},
    permission::{ExamRead, TreatmentList},
};
use http_api::{Json, Path, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_treatment_copies))
        .routes(routes!(open_treatment_copy))
        .routes(routes!(list_exam_copies))
        .routes(routes!(open_exam_copy))
}

/// A finished copy.
#[derive(Debug, Serialize, ToSchema)]
struct SignedCopy {
    kind: SignedKind,
    /// The hash of the file, in hexadecimal digits.
    sha256: String,
}

async fn listed(tx: &ClinicTx, of: sea_orm::sea_query::SimpleExpr) -> Result<Vec<SignedCopy>> {
    let rows = Entity::find().select_only().columns([Column::Kind, Column::Sha256]).filter(of).order_by_asc(Column::Id);
    let rows: Vec<(SignedKind, Vec<u8>)> = rows.into_tuple().all(tx).await?;
    Ok(rows.into_iter().map(|(kind, sha256)| SignedCopy { kind, sha256: hex::encode(sha256) }).collect())
}

async fn file(tx: &ClinicTx, kind: SignedKind, record: i64) -> Result<(HeaderMap, Vec<u8>)> {
    let copy = copies_of(kind, record).one(tx).await?.ok_or(Error::NotFound)?;
    let name = format!("inline; filename=\"{}-{record}-signed.pdf\"", kind.as_str());
    Ok((headers("application/pdf", &name)?, copy.file))
}

async fn patient_of_treatment(tx: &ClinicTx, id: TreatmentId) -> Result<PatientId> {
    Ok(treatment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?.patient_id)
}

async fn patient_of_exam(tx: &ClinicTx, id: ExamId) -> Result<PatientId> {
    Ok(exam::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?.patient_id)
}

/// Lists the copies of a treatment: signed by its provider, and approved by a director.
#[utoipa::path(get, path = "/api/treatments/{id}/copies", tag = "documents", params(("id" = i64, Path)), responses((status = OK, body = Vec<SignedCopy>)))]
async fn list_treatment_copies(
    ctx: Ctx<TreatmentList>,
    Path(id): Path<TreatmentId>,
) -> Result<Done<Json<Vec<SignedCopy>>>> {
    let patient = patient_of_treatment(&ctx.tx, id).await?;
    let copies = listed(&ctx.tx, Column::TreatmentId.eq(id)).await?;
    ctx.done(Subject::patient(patient).and(id), Json(copies)).await
}

/// Returns a copy of a treatment.
#[utoipa::path(get, path = "/api/treatments/{id}/copies/{kind}/file", tag = "documents", params(("id" = i64, Path), ("kind" = SignedKind, Path)),
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn open_treatment_copy(
    ctx: Ctx<TreatmentList>,
    Path((id, kind)): Path<(TreatmentId, SignedKind)>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let patient = patient_of_treatment(&ctx.tx, id).await?;
    if matches!(kind, SignedKind::Exam | SignedKind::Examiner) {
        return Err(Error::NotFound);
    }
    let answer = file(&ctx.tx, kind, id.into()).await?;
    ctx.done(Subject::patient(patient).and(id), answer).await
}

/// Lists the copies of an exam: saved by its examiner, and signed by a prescriber.
#[utoipa::path(get, path = "/api/gfe/exams/{id}/copies", tag = "documents", params(("id" = i64, Path)), responses((status = OK, body = Vec<SignedCopy>)))]
async fn list_exam_copies(ctx: Ctx<ExamRead>, Path(id): Path<ExamId>) -> Result<Done<Json<Vec<SignedCopy>>>> {
    let patient = patient_of_exam(&ctx.tx, id).await?;
    let copies = listed(&ctx.tx, Column::ExamId.eq(id)).await?;
    ctx.done(Subject::patient(patient).and(id), Json(copies)).await
}

/// Returns a copy of an exam.
#[utoipa::path(get, path = "/api/gfe/exams/{id}/copies/{kind}/file", tag = "documents", params(("id" = i64, Path), ("kind" = SignedKind, Path)),
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn open_exam_copy(
    ctx: Ctx<ExamRead>,
    Path((id, kind)): Path<(ExamId, SignedKind)>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let patient = patient_of_exam(&ctx.tx, id).await?;
    if !matches!(kind, SignedKind::Exam | SignedKind::Examiner) {
        return Err(Error::NotFound);
    }
    let answer = file(&ctx.tx, kind, id.into()).await?;
    ctx.done(Subject::patient(patient).and(id), answer).await
}
