//! The calls that correct an exam.

use axum::http::{HeaderMap, StatusCode};
use entity::{clinic::exam, ids::ExamId};
use sea_orm::EntityTrait;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::history::{OpenedExam, opened};
use base::{
    error::{Error, Result},
    permission::{Access, ExamCreate, ExamRead, ExamVoid},
};
use http_api::{Json, Path, Query, SentBack, state::App};
use people::corrections::{self, Addendum, NewAddendum, NewVoid, Record};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_exam_addenda, add_exam_addendum)).routes(routes!(void_exam))
}

async fn existing(tx: &ClinicTx, id: ExamId) -> Result<exam::Model> {
    exam::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)
}

/// Lists the addenda of an exam, oldest first: at most 10. The Link header leads to the next page.
#[utoipa::path(get, path = "/api/gfe/exams/{id}/addenda", tag = "exams", params(("id" = i64, Path), http_api::Page), responses((status = OK, body = Vec<Addendum>)))]
async fn list_exam_addenda(
    ctx: Ctx<ExamRead>,
    Path(id): Path<ExamId>,
    Query(page): Query<http_api::Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Addendum>>)>> {
    let exam = existing(&ctx.tx, id).await?;
    let path = format!("/api/gfe/exams/{id}/addenda");
    let (headers, addenda) = corrections::page(&ctx.tx, Record::Exam(&exam), page, &path).await?;
    ctx.done(Subject::patient(exam.patient_id).and(id), (headers, Json(addenda))).await
}

/// Adds a signed addendum to an exam, which itself does not change. With partial permission, only to the member's own exam.
#[utoipa::path(post, path = "/api/gfe/exams/{id}/addenda", tag = "exams", request_body = NewAddendum, params(("id" = i64, Path)), responses((status = CREATED, body = Addendum)))]
async fn add_exam_addendum(
    ctx: Ctx<ExamCreate>,
    Path(id): Path<ExamId>,
    SentBack(new): SentBack<NewAddendum>,
) -> Result<Done<(StatusCode, Json<Addendum>)>> {
    let exam = existing(&ctx.tx, id).await?;
    if ctx.access == Access::Limited && exam.examiner_id != ctx.member.id {
        return Err(Error::Forbidden);
    }
    let row = corrections::add(&ctx.tx, &ctx.member, ctx.now, Record::Exam(&exam), new).await?;
    let subject = Subject::patient(exam.patient_id).and(id).and(row.id);
    let subject = subject.signed("addendum", row.id, &row.content_digest);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// Voids an exam, which then clears nothing; needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/gfe/exams/{id}/void", tag = "exams", params(("id" = i64, Path)), responses((status = OK, body = OpenedExam)))]
async fn void_exam(
    ctx: Ctx<ExamVoid>,
    Path(id): Path<ExamId>,
    Json(new): Json<NewVoid>,
) -> Result<Done<Json<OpenedExam>>> {
    ctx.require_fresh_proof()?;
    let exam = existing(&ctx.tx, id).await?;
    let void = corrections::void(&ctx.tx, ctx.access, &ctx.member, ctx.now, Record::Exam(&exam), new).await?;
    let (patient_id, exam) = opened(&ctx.tx, &ctx.member, ctx.clinic.time_zone, id).await?;
    let subject = Subject::patient(patient_id).and(id).signed("record_void", void.id, &void.content_digest);
    ctx.done(subject, Json(exam)).await
}
