//! The summary in the header of a patient's record: whether it is safe to treat, what is open, the visits, the points.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{clinical_answer::ClinicalEntry, patient, patient_note},
    ids::{PatientId, PatientNoteId},
    words::{ClinicalAnswer, ClinicalKind, NoteKind},
};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::sql;
use crate::{
    features::{
        exams,
        patients::{self, newest_answers},
    },
    foundation::{
        error::{Error, Result},
        http::{Json, Path},
        permission::{Access, RecordRead},
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_summary))
}

/// The most alerts of a header; more are not read by anybody.
const MAX_ALERTS: u64 = 20;

/// What a record's header shows. A part that the role may not see is null.
#[derive(Debug, Serialize, ToSchema)]
struct RecordSummary {
    #[schema(required)]
    clinical: Option<ClinicalSummary>,
    #[schema(required)]
    alerts: Option<Vec<Alert>>,
    #[schema(required)]
    exam: Option<ExamState>,
    #[schema(required)]
    consents: Option<ConsentCounts>,
    #[schema(required)]
    visits: Option<Visits>,
    #[schema(required)]
    points: Option<i64>,
}

/// The answers that matter before a treatment; null for a question that was never asked.
#[derive(Debug, Default, Serialize, ToSchema)]
struct ClinicalSummary {
    #[schema(required)]
    allergies: Option<Answered>,
    #[schema(required)]
    pregnancy: Option<Answered>,
}

/// The newest answer to a question.
#[derive(Debug, Serialize, ToSchema)]
struct Answered {
    answer: ClinicalAnswer,
    entries: Vec<ClinicalEntry>,
    asked_at: DateTime<Utc>,
}

/// An alert about a patient.
#[derive(Debug, Serialize, ToSchema)]
struct Alert {
    #[schema(value_type = i64)]
    id: PatientNoteId,
    body: String,
    author: String,
    created_at: DateTime<Utc>,
    /// For `If-Match`.
    version: i32,
}

/// Whether the newest exam clears the patient for a treatment.
#[derive(Debug, Serialize, ToSchema)]
struct ExamState {
    /// Null without an exam.
    #[schema(required)]
    valid_until: Option<DateTime<Utc>>,
}

/// A patient's consents.
#[derive(Debug, Serialize, ToSchema)]
struct ConsentCounts {
    signed: i64,
    /// Those whose link can still be signed.
    pending: i64,
}

/// A patient's appointments before and after the present, without those that were cancelled or to which nobody came.
#[derive(Debug, Serialize, ToSchema)]
struct Visits {
    #[schema(required)]
    last: Option<DateTime<Utc>>,
    #[schema(required)]
    next: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult)]
struct Counts {
    consents_signed: i64,
    consents_pending: i64,
    points: i64,
    last_visit: Option<DateTime<Utc>>,
    next_visit: Option<DateTime<Utc>>,
}

/// Shows what the header of a patient's record needs.
#[utoipa::path(get, path = "/api/patients/{id}/summary", tag = "patients", params(("id" = i64, Path)),
    responses((status = OK, body = RecordSummary)))]
async fn show_summary(ctx: Ctx<RecordRead>, Path(id): Path<PatientId>) -> Result<Done<Json<RecordSummary>>> {
    patients::existing(&ctx.tx, id).await?;
    let grants = ctx.member.grants();
    let may = |permission| grants.access(permission) == Some(Access::Full);
    let clinical = if may("patient.clinical.read") { Some(clinical(&ctx.tx, id).await?) } else { None };
    let alerts = if may("patient.note.read") { Some(alerts(&ctx.tx, id).await?) } else { None };
    let exam = if may("gfe.read") {
        let clearance = exams::clearance(&ctx.tx, id).await?;
        Some(ExamState { valid_until: clearance.map(|clearance| clearance.until(ctx.clinic.time_zone)) })
    } else {
        None
    };
    let counts = counts(&ctx.tx, id, ctx.now).await?;
    let summary = RecordSummary {
        clinical,
        alerts,
        exam,
        consents: may("consent.list")
            .then_some(ConsentCounts { signed: counts.consents_signed, pending: counts.consents_pending }),
        visits: may("appointment.list").then_some(Visits { last: counts.last_visit, next: counts.next_visit }),
        points: may("loyalty.balance.read").then_some(counts.points),
    };
    ctx.done(Subject::patient(id), Json(summary)).await
}

async fn clinical(tx: &ClinicTx, id: PatientId) -> Result<ClinicalSummary> {
    let mut summary = ClinicalSummary::default();
    for row in newest_answers(tx, id).await? {
        let answered = Answered { answer: row.answer, entries: row.entries.0, asked_at: row.asked_at };
        match row.kind {
            ClinicalKind::Allergies => summary.allergies = Some(answered),
            ClinicalKind::Pregnancy => summary.pregnancy = Some(answered),
            ClinicalKind::Medications | ClinicalKind::Conditions => {}
        }
    }
    Ok(summary)
}

async fn alerts(tx: &ClinicTx, id: PatientId) -> Result<Vec<Alert>> {
    use patient_note::{Column, Entity};
    let rows = Entity::find()
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(id)))
        .filter(Column::Kind.eq(NoteKind::Alert))
        .filter(Column::RemovedAt.is_null())
        .order_by_desc(Column::Id)
        .limit(MAX_ALERTS)
        .all(tx)
        .await?;
    let to_wire = |row: patient_note::Model| Alert {
        id: row.id,
        body: row.body,
        author: row.author_name,
        created_at: row.created_at,
        version: row.version,
    };
    Ok(rows.into_iter().map(to_wire).collect())
}

async fn counts(tx: &ClinicTx, id: PatientId, now: DateTime<Utc>) -> Result<Counts> {
    Counts::find_by_statement(sql::counts(id, now))
        .one(tx)
        .await?
        .ok_or_else(|| Error::Internal("a count left no row".to_owned()))
}
