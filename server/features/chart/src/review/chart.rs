//! One complete chart: the exam, the consents as signed, the treatment, and earlier treatments.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        clinical_answer::{self, ClinicalEntry},
        patient, treatment, treatment_approval, treatment_return, treatment_return_answer,
    },
    ids::{ConsentId, PatientId, TreatmentId},
    words::{ClinicalAnswer, ClinicalKind},
};
use rust_decimal::Decimal;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Statement,
    sea_query::Expr,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    settings, sql,
    wire::{ChartRow, Returned, ReviewRow},
};
use crate::{
    adverse_events::{self, ListedAdverseEvent},
    exams::{self, OpenedExam},
    treatments::{self, Approver, Team, Treatment},
};
use base::{
    error::{Error, Result},
    permission::TreatmentApprove,
};
use consent::consents;
use http_api::{Json, Path, fields::Quantity, signature::data_url, state::App};
use people::{
    corrections::{self, Addendum, Record},
    patients,
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_chart))
}

/// How many earlier treatments a chart shows.
const EARLIER: u64 = 10;

/// One chart with everything that belongs to it.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewChart {
    #[serde(flatten)]
    row: ReviewRow,
    birth_date: Option<NaiveDate>,
    /// The exam that cleared the patient; null if it belongs to another person, because a merge of the two was undone.
    exam: Option<OpenedExam>,
    /// The patient's answer about allergies and pregnancy; null for a question that was never asked.
    allergies: Option<ChartAnswer>,
    pregnancy: Option<ChartAnswer>,
    /// The patient's ongoing adverse events, the latest reported first.
    open_events: Vec<ListedAdverseEvent>,
    /// The signed consents for the treatment: those that its service needs, or if it needs none, those signed within the 30 days
    /// before. At most four.
    consents: Vec<ChartConsent>,
    treatment: Treatment,
    /// The first ten addenda of the treatment, oldest first.
    addenda: Vec<Addendum>,
    /// Every return, oldest first.
    returns: Vec<Returned>,
    /// The last ten treatments before this one, newest first.
    earlier: Vec<EarlierTreatment>,
}

/// A patient's newest answer to a question.
#[derive(Debug, Serialize, ToSchema)]
struct ChartAnswer {
    answer: ClinicalAnswer,
    entries: Vec<ClinicalEntry>,
    asked_at: DateTime<Utc>,
}

impl From<clinical_answer::Model> for ChartAnswer {
    fn from(row: clinical_answer::Model) -> Self {
        Self { answer: row.answer, entries: row.entries.0, asked_at: row.asked_at }
    }
}

/// A consent as the patient signed it.
#[derive(Debug, Serialize, ToSchema)]
struct ChartConsent {
    id: ConsentId,
    template_name: String,
    template_version: i32,
    /// Sanitized HTML, as it was signed.
    body: String,
    signed_at: DateTime<Utc>,
    signer_name: String,
    typed_name: Option<String>,
    /// The drawn signature: a PNG as a data URL.
    picture: Option<String>,
}

#[derive(FromQueryResult)]
struct ConsentRow {
    id: ConsentId,
    template_name: String,
    template_version: i32,
    body: String,
    signed_at: DateTime<Utc>,
    signer_name: String,
    typed_name: Option<String>,
    signature: Option<Vec<u8>>,
}

/// An earlier treatment.
#[derive(Debug, Serialize, ToSchema)]
struct EarlierTreatment {
    id: TreatmentId,
    treatment_type: String,
    areas: Option<String>,
    units: Option<Quantity>,
    lot: Option<String>,
    created_at: DateTime<Utc>,
    approved_at: Option<DateTime<Utc>>,
}

/// Shows one chart, whatever its state.
#[utoipa::path(get, path = "/api/review/{id}", tag = "review", params(("id" = i64, Path)), responses((status = OK, body = ReviewChart)))]
async fn show_chart(ctx: Ctx<TreatmentApprove>, Path(id): Path<TreatmentId>) -> Result<Done<Json<ReviewChart>>> {
    let (tx, zone) = (&ctx.tx, ctx.clinic.time_zone);
    let row = ChartRow::find_by_statement(sql::these(zone, &[id])).one(tx).await?.ok_or(Error::NotFound)?;
    let team = Team::load(tx).await?;
    let asker = Approver::for_member(&team, &ctx.member);
    let (patient_id, exam_id, created_at) = (row.patient_id, row.exam_id, row.created_at);
    let exam = if row.is_own_exam { Some(exams::opened(tx, &ctx.member, zone, exam_id).await?.1) } else { None };
    let subject = Subject::patients(row.patients()).and(id);
    let record = treatment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let mut answers = patients::newest_answers(tx, row.person_id).await?;
    let mut newest = |kind| -> Option<ChartAnswer> {
        let place = answers.iter().position(|answer| answer.kind == kind)?;
        Some(answers.swap_remove(place).into())
    };
    let page = http_api::Page::default();
    let (_, addenda) = corrections::page(tx, Record::Treatment(&record), page, "").await?;
    let chart = ReviewChart {
        birth_date: patients::person(tx, patient_id).await?.birth_date,
        exam,
        allergies: newest(ClinicalKind::Allergies),
        pregnancy: newest(ClinicalKind::Pregnancy),
        open_events: adverse_events::open_of(tx, row.person_id).await?,
        consents: signed(tx, sql::consents(zone, id)).await?,
        treatment: treatments::treatment_for(tx, id, &asker, &team).await?,
        addenda,
        returns: returns(tx, id).await?,
        earlier: earlier(tx, patient_id, id, created_at).await?,
        row: row.into_wire(&asker, settings::due_hours(tx).await?)?,
    };
    ctx.done(subject, Json(chart)).await
}

async fn signed(tx: &ClinicTx, statement: Statement) -> Result<Vec<ChartConsent>> {
    let mut consents = Vec::new();
    for row in ConsentRow::find_by_statement(statement).all(tx).await? {
        consents.push(ChartConsent {
            id: row.id,
            template_name: row.template_name,
            template_version: row.template_version,
            body: consents::sanitized_one(row.body).await?,
            signed_at: row.signed_at,
            signer_name: row.signer_name,
            typed_name: row.typed_name,
            picture: row.signature.as_deref().map(data_url),
        });
    }
    Ok(consents)
}

async fn returns(tx: &ClinicTx, id: TreatmentId) -> Result<Vec<Returned>> {
    let to_wire = |(row, answer): (treatment_return::Model, Option<treatment_return_answer::Model>)| {
        let (ended, answered_at) = answer.as_ref().map(|answer| (answer.kind, answer.answered_at)).unzip();
        Returned {
            id: row.id,
            comment: row.comment,
            by: row.signer.name,
            at: row.returned_at,
            ended,
            answer: answer.and_then(|answer| answer.text),
            answered_at,
        }
    };
    Ok(treatments::returns(tx, id).await?.into_iter().map(to_wire).collect())
}

/// The patient's earlier treatments that are not void.
async fn earlier(
    tx: &ClinicTx,
    patient_id: PatientId,
    id: TreatmentId,
    before: DateTime<Utc>,
) -> Result<Vec<EarlierTreatment>> {
    #[derive(FromQueryResult)]
    struct Row {
        id: TreatmentId,
        treatment_type: String,
        areas: Option<String>,
        units: Option<Decimal>,
        lot: Option<String>,
        created_at: DateTime<Utc>,
        approved_at: Option<DateTime<Utc>>,
    }
    use treatment::Column::{Areas, CreatedAt, Id, Lot, PatientId, TreatmentType, Units};
    let person = patients::person(tx, patient_id).await?.id;
    let approval =
        treatment::Entity::belongs_to(treatment_approval::Entity).from(Id).to(treatment_approval::Column::TreatmentId);
    let rows: Vec<Row> = treatment::Entity::find()
        .select_only()
        .columns([Id, TreatmentType, Areas, Units, Lot, CreatedAt])
        .column(treatment_approval::Column::ApprovedAt)
        .join(JoinType::LeftJoin, approval.into())
        .filter(PatientId.in_subquery(patient::Entity::ids_of(person)))
        .filter(Expr::not_exists(corrections::void_of_treatment()))
        .filter(CreatedAt.lte(before))
        .filter(Id.ne(id))
        .order_by_desc(CreatedAt)
        .order_by_desc(Id)
        .limit(EARLIER)
        .into_model()
        .all(tx)
        .await?;
    let to_wire = |row: Row| EarlierTreatment {
        id: row.id,
        treatment_type: row.treatment_type,
        areas: row.areas,
        units: row.units.map(Quantity),
        lot: row.lot,
        created_at: row.created_at,
        approved_at: row.approved_at,
    };
    Ok(rows.into_iter().map(to_wire).collect())
}
