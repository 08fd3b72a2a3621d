//! The record shown by emergency access: what a person who treats the patient now must know. It is read-only.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        clinical_answer::ClinicalEntry,
        member, patient, patient_note,
        treatment::{self, Column},
    },
    ids::{EmergencyAccessId, PatientId, TreatmentId},
    words::{ClinicalAnswer, ClinicalKind, NoteKind},
};
use rust_decimal::Decimal;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::open;
use crate::{
    adverse_events::{self, AdverseEvent},
    exams::{self, OpenedExam},
};
use base::{
    error::{Error, Result},
    permission::EmergencyUse,
};
use http_api::{Json, Path, fields::Quantity, state::App};
use people::{corrections, patients};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_emergency_record))
}

const MAX_TREATMENTS: u64 = 20;
const MAX_ALERTS: u64 = 20;
const MAX_EVENTS: u64 = 10;

/// A patient's clinical record, as shown by emergency access.
#[derive(Debug, Serialize, ToSchema)]
struct EmergencyRecord {
    access_id: EmergencyAccessId,
    /// When the access ends.
    ends_at: DateTime<Utc>,
    first_name: String,
    last_name: String,
    birth_date: Option<NaiveDate>,
    phone: Option<String>,
    /// The emergency contact: name, relation and phone, as far as known.
    emergency_contact: Option<String>,
    /// Newest first.
    alerts: Vec<String>,
    /// The newest answer to each question that was asked.
    answers: Vec<EmergencyAnswer>,
    /// The newest exam that counts.
    exam: Option<OpenedExam>,
    /// The newest twenty treatments that are not void, newest first.
    treatments: Vec<EmergencyTreatment>,
    /// The newest ten adverse events with their notes, newest first.
    adverse_events: Vec<AdverseEvent>,
}

/// The patient's latest answer to a question.
#[derive(Debug, Serialize, ToSchema)]
struct EmergencyAnswer {
    kind: ClinicalKind,
    answer: ClinicalAnswer,
    entries: Vec<ClinicalEntry>,
    asked_at: DateTime<Utc>,
}

/// A treatment without its signatures.
#[derive(Debug, FromQueryResult)]
struct TreatmentRow {
    id: TreatmentId,
    treatment_type: String,
    areas: Option<String>,
    notes: Option<String>,
    units: Option<Decimal>,
    lot: Option<String>,
    volumes_ml: Option<String>,
    first_name: String,
    last_name: String,
    created_at: DateTime<Utc>,
}

/// A treatment, as shown by emergency access.
#[derive(Debug, Serialize, ToSchema)]
struct EmergencyTreatment {
    id: TreatmentId,
    treatment_type: String,
    areas: Option<String>,
    notes: Option<String>,
    units: Option<Quantity>,
    lot: Option<String>,
    volumes_ml: Option<String>,
    provider_name: String,
    created_at: DateTime<Utc>,
}

impl From<TreatmentRow> for EmergencyTreatment {
    fn from(row: TreatmentRow) -> Self {
        Self {
            id: row.id,
            treatment_type: row.treatment_type,
            areas: row.areas,
            notes: row.notes,
            units: row.units.map(Quantity),
            lot: row.lot,
            volumes_ml: row.volumes_ml,
            provider_name: format!("{} {}", row.first_name, row.last_name),
            created_at: row.created_at,
        }
    }
}

/// Shows a patient's clinical record to the member with an emergency access.
#[utoipa::path(get, path = "/api/patients/{id}/emergency-record", tag = "emergency", params(("id" = i64, Path)),
    responses((status = OK, body = EmergencyRecord)))]
async fn show_emergency_record(
    ctx: Ctx<EmergencyUse>,
    Path(id): Path<PatientId>,
) -> Result<Done<Json<EmergencyRecord>>> {
    let tx = &ctx.tx;
    let person = patients::person(tx, id).await?;
    let Some(access) = open::live(tx, ctx.member.id, person.id, ctx.now).await? else {
        // The attempt is in the audit, like every refused call of a member.
        ctx.denied().await?;
        let sentence = "You have no emergency access to this record, or its hour is over.";
        return Err(Error::conflict("no_emergency_access", sentence));
    };
    let exam = match exams::clearance(tx, person.id).await? {
        Some(clearance) => Some(exams::opened(tx, &ctx.member, ctx.clinic.time_zone, clearance.exam_id).await?.1),
        None => None,
    };
    let answers = patients::newest_answers(tx, person.id).await?;
    let record = EmergencyRecord {
        access_id: access.id,
        ends_at: access.ends_at,
        alerts: alerts(tx, person.id).await?,
        answers: answers
            .into_iter()
            .map(|row| EmergencyAnswer {
                kind: row.kind,
                answer: row.answer,
                entries: row.entries.0,
                asked_at: row.asked_at,
            })
            .collect(),
        exam,
        treatments: treatments(tx, person.id).await?,
        adverse_events: adverse_events::newest(tx, &ctx.member, person.id, MAX_EVENTS).await?,
        emergency_contact: contact(&person),
        first_name: person.first_name,
        last_name: person.last_name,
        birth_date: person.birth_date,
        phone: person.phone,
    };
    ctx.done(Subject::patient(person.id).and(access.id), Json(record)).await
}

fn contact(person: &patient::Model) -> Option<String> {
    let parts = [&person.emergency_name, &person.emergency_relation, &person.emergency_phone];
    let known: Vec<_> = parts.into_iter().flatten().map(String::as_str).collect();
    (!known.is_empty()).then(|| known.join(", "))
}

async fn alerts(tx: &ClinicTx, person: PatientId) -> Result<Vec<String>> {
    use patient_note::{Column, Entity};
    let bodies = Entity::find()
        .select_only()
        .column(Column::Body)
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(person)))
        .filter(Column::Kind.eq(NoteKind::Alert))
        .filter(Column::RemovedAt.is_null())
        .order_by_desc(Column::Id)
        .limit(MAX_ALERTS);
    Ok(bodies.into_tuple().all(tx).await?)
}

async fn treatments(tx: &ClinicTx, person: PatientId) -> Result<Vec<EmergencyTreatment>> {
    use Column::{Areas, CreatedAt, Id, Lot, Notes, TreatmentType, Units, VolumesMl};
    let provider = treatment::Entity::belongs_to(member::Entity).from(Column::ProviderId).to(member::Column::Id);
    let rows: Vec<TreatmentRow> = treatment::Entity::find()
        .select_only()
        .columns([Id, TreatmentType, Areas, Notes, Units, Lot, VolumesMl, CreatedAt])
        .columns([member::Column::FirstName, member::Column::LastName])
        .join(JoinType::InnerJoin, provider.into())
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(person)))
        .filter(Expr::not_exists(corrections::void_of_treatment()))
        .order_by_desc(Id)
        .limit(MAX_TREATMENTS)
        .into_model()
        .all(tx)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}
