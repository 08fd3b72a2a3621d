//! The summary in the header of a patient's record: whether it is safe to treat, open tasks, visits and points.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        clinical_answer::ClinicalEntry,
        patient::{self, Records},
        patient_note,
    },
    ids::{PatientId, PatientNoteId},
    words::{ClinicalAnswer, ClinicalKind, NoteKind},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Statement, sea_query::Query,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{Access, AdverseEventRead, Permission, RecordRead, TreatmentList},
};
use chart::{adverse_events, exams, review};
use consent::consents;
use http_api::{Json, Path, state::App};
use money::loyalty;
use people::patients::{self, newest_answers};
use tenancy::{ClinicTx, Ctx, Done, Subject};
use visits::appointments;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_summary))
}

/// The most alerts of a header; nobody reads more.
const MAX_ALERTS: u64 = 20;

/// The content of a record's header. A part that the role may not see is null.
#[derive(Debug, Serialize, ToSchema)]
struct RecordSummary {
    clinical: Option<ClinicalSummary>,
    alerts: Option<Vec<Alert>>,
    /// How many ongoing adverse events the patient has.
    open_events: Option<i64>,
    exam: Option<ExamState>,
    consents: Option<ConsentCounts>,
    /// The consents that treatments without an approval need and that were not signed before them.
    missing_consents: Option<BTreeSet<String>>,
    visits: Option<Visits>,
    points: Option<i64>,
}

/// The answers that matter before a treatment; null for a question that was never asked.
#[derive(Debug, Default, Serialize, ToSchema)]
struct ClinicalSummary {
    allergies: Option<Answered>,
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
    valid_until: Option<DateTime<Utc>>,
}

/// A patient's consents.
#[derive(Debug, Serialize, ToSchema)]
struct ConsentCounts {
    signed: i64,
    /// The consents whose link can still be used for signing.
    pending: i64,
}

/// A patient's appointments before and after the present, without canceled ones and no-shows.
#[derive(Debug, Serialize, ToSchema)]
struct Visits {
    last: Option<DateTime<Utc>>,
    next: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult)]
struct Counts {
    open_events: i64,
    consents_signed: i64,
    consents_pending: i64,
    points: i64,
    last_visit: Option<DateTime<Utc>>,
    next_visit: Option<DateTime<Utc>>,
}

/// Shows the data in the header of a patient's record.
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
    let missing_consents = if may(TreatmentList::NAME) {
        Some(review::missing_consents(&ctx.tx, ctx.clinic.time_zone, id).await?)
    } else {
        None
    };
    let counts = counts(&ctx.tx, id, ctx.now).await?;
    let summary = RecordSummary {
        clinical,
        alerts,
        open_events: may(AdverseEventRead::NAME).then_some(counts.open_events),
        exam,
        consents: may("consent.list")
            .then_some(ConsentCounts { signed: counts.consents_signed, pending: counts.consents_pending }),
        missing_consents,
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
    let counts = Counts::find_by_statement(count(id, now)).one(tx).await?;
    counts.ok_or_else(|| Error::Internal("a count left no row".to_owned()))
}

/// Selects [`Counts`].
fn count(id: PatientId, now: DateTime<Utc>) -> Statement {
    let records = Records::of(id);
    let counts = Query::select()
        .expr_as(adverse_events::count_ongoing(records), "open_events")
        .expr_as(consents::count_signed(records), "consents_signed")
        .expr_as(consents::count_pending(records, now), "consents_pending")
        .expr_as(loyalty::balance_of(records), "points")
        .expr_as(appointments::last_visit(records, now), "last_visit")
        .expr_as(appointments::next_visit(records, now), "next_visit")
        .take();
    records.statement(counts)
}
