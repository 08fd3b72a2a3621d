//! One chart whole: the exam, the consents as they were signed, the treatment, and what came before.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{patient, treatment, treatment_approval, treatment_return, treatment_return_answer},
    ids::{ConsentId, PatientId, TreatmentId},
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
    features::{
        consents,
        corrections::{self, Addendum, Record},
        exams::{self, OpenedExam},
        patients,
        treatments::{self, Approver, Team, Treatment},
    },
    foundation::{
        error::{Error, Result},
        http::{self, Json, Path, fields::Quantity, signature::data_url},
        permission::TreatmentApprove,
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_chart))
}

/// How many earlier treatments a chart shows.
const EARLIER: u64 = 10;

/// A chart whole.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewChart {
    #[serde(flatten)]
    row: ReviewRow,
    #[schema(required)]
    birth_date: Option<NaiveDate>,
    /// The exam that cleared the patient.
    exam: OpenedExam,
    /// The consents that were signed for it: those that its service needs, or where it needs none, what the patient signed
    /// within the 30 days before; at most four.
    consents: Vec<ChartConsent>,
    treatment: Treatment,
    /// The first ten addenda of the treatment, oldest first.
    addenda: Vec<Addendum>,
    /// Every return, oldest first.
    returns: Vec<Returned>,
    /// The ten treatments before, newest first.
    earlier: Vec<EarlierTreatment>,
}

/// A consent as the patient signed it.
#[derive(Debug, Serialize, ToSchema)]
struct ChartConsent {
    #[schema(value_type = i64)]
    id: ConsentId,
    template_name: String,
    template_version: i32,
    /// Sanitized HTML, as it was signed.
    body: String,
    signed_at: DateTime<Utc>,
    signer_name: String,
    #[schema(required)]
    typed_name: Option<String>,
    /// What was drawn: a PNG as a data URL.
    #[schema(required)]
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

/// A treatment of before.
#[derive(Debug, Serialize, ToSchema)]
struct EarlierTreatment {
    #[schema(value_type = i64)]
    id: TreatmentId,
    treatment_type: String,
    #[schema(required)]
    areas: Option<String>,
    #[schema(required)]
    units: Option<Quantity>,
    #[schema(required)]
    lot: Option<String>,
    created_at: DateTime<Utc>,
    #[schema(required)]
    approved_at: Option<DateTime<Utc>>,
}

/// Shows one chart whole, whatever its state.
#[utoipa::path(get, path = "/api/review/{id}", tag = "review", params(("id" = i64, Path)), responses((status = OK, body = ReviewChart)))]
async fn show_chart(ctx: Ctx<TreatmentApprove>, Path(id): Path<TreatmentId>) -> Result<Done<Json<ReviewChart>>> {
    let (tx, zone) = (&ctx.tx, ctx.clinic.time_zone);
    let row = ChartRow::find_by_statement(sql::these(zone, &[id])).one(tx).await?.ok_or(Error::NotFound)?;
    let team = Team::load(tx).await?;
    let asker = Approver::for_member(&team, &ctx.member);
    let (patient_id, exam_id, created_at) = (row.patient_id, row.exam_id, row.created_at);
    let (_, exam) = exams::opened(tx, &ctx.member, zone, exam_id).await?;
    let record = treatment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let page = http::Page::default();
    let (_, addenda) = corrections::page(tx, Record::Treatment(&record), page, "").await?;
    let chart = ReviewChart {
        birth_date: patients::person(tx, patient_id).await?.birth_date,
        row: row.into_wire(&asker, settings::due_hours(tx).await?)?,
        exam,
        consents: signed(tx, sql::consents(zone, id)).await?,
        treatment: treatments::treatment_for(tx, id, &asker, &team).await?,
        addenda,
        returns: returns(tx, id).await?,
        earlier: earlier(tx, patient_id, id, created_at).await?,
    };
    ctx.done(Subject::patient(patient_id).and(id), Json(chart)).await
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

/// What the patient was given before, without what was voided.
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
