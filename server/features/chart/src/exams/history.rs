//! All exams of a patient, and each complete exam.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{Signer, exam, member, patient},
    ids::{ExamId, MemberId, PatientId},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, Select,
    sea_query::{Alias, Expr, ExprTrait, Query as Sql},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::api::Exam;
use base::{
    error::{Error, Result},
    local_time::months_after,
    permission::{ExamRead, ExamVoid, Permission},
};
use http_api::{Json, Path, Query, page::next_link, state::App};
use people::{
    corrections::{self, Corrections, Voided},
    patients,
};
use tenancy::{ClinicTx, Ctx, Done, Member, Subject};

/// How many exams a page has by default.
const DEFAULT_LIMIT: u64 = 50;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_exams)).routes(routes!(open_exam))
}

/// An exam in the list of a patient's exams, with the data for choosing one to read.
#[derive(Debug, Serialize, ToSchema)]
struct ExamEntry {
    id: ExamId,
    examiner_name: String,
    created_at: DateTime<Utc>,
    /// When the exam stops clearing the patient, by the clinic's settings.
    valid_until: DateTime<Utc>,
    /// Whether it is the exam that counts: the newest that is not void.
    counts: bool,
    voided: Option<Voided>,
    /// How many addenda it has.
    addenda: i64,
    /// Whether the signed-in member may void it now.
    may_void: bool,
}

/// A Good Faith Exam with its addenda and its void.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenedExam {
    #[serde(flatten)]
    exam: Exam,
    /// Whether it is the exam that counts: the newest that is not void.
    counts: bool,
    voided: Option<Voided>,
    /// How many addenda it has.
    addenda: i64,
    /// Whether the signed-in member may void it now.
    may_void: bool,
}

/// The columns read with an exam's own columns.
#[derive(Debug, FromQueryResult)]
struct ExamContext {
    valid_months: i32,
    counts: bool,
    examiner_first_name: String,
    examiner_last_name: String,
    #[sea_orm(nested)]
    corrections: Corrections,
}

#[derive(FromQueryResult)]
struct ExamRow {
    id: ExamId,
    examiner_id: MemberId,
    created_at: DateTime<Utc>,
    signer: Option<Signer>,
    #[sea_orm(nested)]
    context: ExamContext,
}

#[derive(FromQueryResult)]
struct ExamRecord {
    #[sea_orm(nested)]
    exam: exam::Model,
    #[sea_orm(nested)]
    context: ExamContext,
}

impl ExamContext {
    fn examiner(&self) -> String {
        format!("{} {}", self.examiner_first_name, self.examiner_last_name)
    }
}

/// Adds the columns of [`ExamContext`].
fn with_context(exams: Select<exam::Entity>) -> Select<exam::Entity> {
    corrections::of_exams(exams)
        .join(JoinType::InnerJoin, super::examiner())
        .expr_as(super::valid_months(), "valid_months")
        .expr_as(counts(), "counts")
        .column_as(member::Column::FirstName, "examiner_first_name")
        .column_as(member::Column::LastName, "examiner_last_name")
}

/// Whether this exam is not void and no newer one counts.
fn counts() -> Expr {
    let newer = Alias::new("newer");
    let own = |column| Expr::col((exam::Entity, column));
    let void_of_newer = corrections::void_of_exam_named(newer.clone());
    let same = patient::Entity::ids_of_person(own(exam::Column::PatientId));
    let counting = Sql::select()
        .expr(Expr::val(1))
        .from_as(exam::Entity, newer.clone())
        .and_where(Expr::col((newer.clone(), exam::Column::PatientId)).in_subquery(same))
        .and_where(own(exam::Column::Id).lt(Expr::col((newer, exam::Column::Id))))
        .and_where(Expr::not_exists(void_of_newer))
        .take();
    Expr::not_exists(corrections::void_of_exam()).and(Expr::not_exists(counting))
}

fn may_void(member: &Member, examiner: MemberId) -> bool {
    corrections::may_void(member.grants().access(ExamVoid::NAME), examiner, member.id)
}

/// Lists a patient's exams, newest first: 50 by default. The Link header leads to the next page.
#[utoipa::path(get, path = "/api/gfe/{patientId}/history", tag = "exams", params(("patientId" = i64, Path), http_api::Page), responses((status = OK, body = Vec<ExamEntry>)))]
async fn list_exams(
    ctx: Ctx<ExamRead>,
    Path(patient_id): Path<PatientId>,
    Query(page): Query<http_api::Page>,
) -> Result<Done<(HeaderMap, Json<Vec<ExamEntry>>)>> {
    let limit = page.limit_or(DEFAULT_LIMIT);
    let exams = exam::Entity::of_patient(patient_id).select_only().columns([
        exam::Column::Id,
        exam::Column::ExaminerId,
        exam::Column::CreatedAt,
        exam::Column::Signer,
    ]);
    let before = page.after.map(|last| exam::Column::Id.lt(ExamId::from(last)));
    let exams = before.into_iter().fold(exams, QueryFilter::filter);
    let mut rows: Vec<ExamRow> = with_context(exams).limit(limit + 1).into_model().all(&ctx.tx).await?;
    if rows.is_empty() {
        // A patient with exams exists; without exams we check.
        patients::existing(&ctx.tx, patient_id).await?;
    }
    let has_next = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let path = format!("/api/gfe/{patient_id}/history");
    let last = rows.last().filter(|_| has_next).map(|row| row.id);
    let headers = next_link(&path, &[("limit", limit.to_string())], last)?;
    let entries = rows.into_iter().map(|row| row.into_entry(&ctx.member, ctx.clinic.time_zone)).collect();
    ctx.done(Subject::patient(patient_id), (headers, Json(entries))).await
}

impl ExamRow {
    fn into_entry(self, member: &Member, zone: Tz) -> ExamEntry {
        let examiner = self.context.examiner();
        let addenda = self.context.corrections.addenda;
        // The list has no pictures, because there may be many void exams.
        let voided = self.context.corrections.voided().map(|voided| Voided { signature: None, ..voided });
        ExamEntry {
            id: self.id,
            examiner_name: self.signer.map_or(examiner, |signer| signer.name),
            created_at: self.created_at,
            valid_until: months_after(self.created_at, self.context.valid_months, zone),
            counts: self.context.counts,
            addenda,
            may_void: voided.is_none() && may_void(member, self.examiner_id),
            voided,
        }
    }
}

/// Shows one complete exam, void or not.
#[utoipa::path(get, path = "/api/gfe/exams/{id}", tag = "exams", params(("id" = i64, Path)), responses((status = OK, body = OpenedExam)))]
async fn open_exam(ctx: Ctx<ExamRead>, Path(id): Path<ExamId>) -> Result<Done<Json<OpenedExam>>> {
    let (patient_id, exam) = opened(&ctx.tx, &ctx.member, ctx.clinic.time_zone, id).await?;
    ctx.done(Subject::patient(patient_id).and(id), Json(exam)).await
}

/// One exam as this member sees it, and its patient.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no such exam.
pub async fn opened(tx: &ClinicTx, member: &Member, zone: Tz, id: ExamId) -> Result<(PatientId, OpenedExam)> {
    let found = with_context(exam::Entity::find_by_id(id)).into_model::<ExamRecord>().one(tx).await?;
    let ExamRecord { exam, context } = found.ok_or(Error::NotFound)?;
    let (patient_id, examiner_id) = (exam.patient_id, exam.examiner_id);
    let (examiner, addenda) = (context.examiner(), context.corrections.addenda);
    let voided = context.corrections.voided();
    let opened = OpenedExam {
        exam: Exam::by(examiner, exam, context.valid_months, zone),
        counts: context.counts,
        addenda,
        may_void: voided.is_none() && may_void(member, examiner_id),
        voided,
    };
    Ok((patient_id, opened))
}
