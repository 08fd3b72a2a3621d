//! The exams that wait for a prescriber's signature.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{Signer, clinic_module, exam, exam_signature, member, patient},
    ids::{ExamId, MemberId, PatientId},
    words::Module,
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement},
};
use serde::Serialize;
use utoipa::ToSchema;

use base::error::Result;
use people::{corrections, patients};
use tenancy::ClinicTx;

/// The most rows. A screen shows only the first few.
const MAX_ROWS: u64 = 50;

/// An exam that waits for a prescriber's signature.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExamToSign {
    exam_id: ExamId,
    pub patient_id: PatientId,
    patient_name: String,
    examiner_name: String,
    created_at: DateTime<Utc>,
}

#[derive(FromQueryResult)]
struct Row {
    id: ExamId,
    patient_id: PatientId,
    created_at: DateTime<Utc>,
    signer: Option<Signer>,
    first_name: String,
    last_name: String,
}

/// The exams that wait for a signature, the oldest first.
pub async fn exams_to_sign(tx: &ClinicTx) -> Result<Vec<ExamToSign>> {
    let examiner = exam::Entity::belongs_to(member::Entity).from(exam::Column::ExaminerId).to(member::Column::Id);
    let rows: Vec<Row> = waiting()
        .join(JoinType::InnerJoin, examiner.into())
        .select_only()
        .columns([exam::Column::Id, exam::Column::PatientId, exam::Column::CreatedAt, exam::Column::Signer])
        .column_as(member::Column::FirstName, "first_name")
        .column_as(member::Column::LastName, "last_name")
        .order_by_asc(exam::Column::Id)
        .limit(MAX_ROWS)
        .into_model()
        .all(tx)
        .await?;
    let persons = patients::persons(tx, rows.iter().map(|row| row.patient_id)).await?;
    let named = rows.into_iter().filter_map(|row| {
        let person = persons.get(&row.patient_id)?;
        let examiner = row.signer.map(|signer| signer.name);
        Some(ExamToSign {
            exam_id: row.id,
            patient_id: person.id,
            patient_name: person.full_name(),
            examiner_name: examiner.unwrap_or_else(|| format!("{} {}", row.first_name, row.last_name)),
            created_at: row.created_at,
        })
    });
    Ok(named.collect())
}

/// Selects the exams that have waited for a signature since this time, as unfinished charts: of one examiner, or of everybody.
pub fn unsigned_charts(examiner: Option<MemberId>, until: DateTime<Utc>) -> SelectStatement {
    use exam::Column;
    let patient = exam::Entity::belongs_to(patient::Entity).from(Column::PatientId).to(patient::Column::Id);
    waiting()
        .join(JoinType::InnerJoin, patient.into())
        .select_only()
        .expr_as(Expr::Constant("exam".into()), "kind")
        .column(Column::Id)
        .expr_as(patient::Entity::person(), "person_id")
        .column_as(Column::ExaminerId, "member_id")
        .expr_as(Expr::Constant(Option::<String>::None.into()), "what")
        .column_as(Column::CreatedAt, "since")
        .filter(Column::CreatedAt.lte(until))
        .apply_if(examiner, |exams, examiner| exams.filter(Column::ExaminerId.eq(examiner)))
        .into_query()
}

/// The unsigned exams that are the newest of their patients. Exams from before the module was switched on are left out, because they
/// are signed from the record when the patient comes.
fn waiting() -> Select<exam::Entity> {
    exam::Entity::find()
        .filter(Expr::col((exam::Entity, exam::Column::CreatedAt)).gte(Expr::from(since())))
        .filter(Expr::not_exists(corrections::void_of_exam()))
        .filter(Expr::not_exists(signature()))
        .filter(Expr::not_exists(newer()))
}

/// The time since which the module is on. Null while it is off, so that no exam waits.
fn since() -> SelectStatement {
    Query::select()
        .column(clinic_module::Column::ChangedAt)
        .from(clinic_module::Entity)
        .and_where(clinic_module::Column::Module.eq(Module::Clearance))
        .and_where(clinic_module::Column::IsOn.eq(true))
        .take()
}

fn signature() -> SelectStatement {
    let its_exam =
        Expr::col((exam_signature::Entity, exam_signature::Column::ExamId)).equals((exam::Entity, exam::Column::Id));
    Query::select().expr(Expr::val(1)).from(exam_signature::Entity).and_where(its_exam).take()
}

/// Selects a newer exam of the same patient that counts.
fn newer() -> SelectStatement {
    let newer = Alias::new("newer");
    let same = patient::Entity::ids_of_person(Expr::col((exam::Entity, exam::Column::PatientId)));
    Query::select()
        .expr(Expr::val(1))
        .from_as(exam::Entity, newer.clone())
        .and_where(Expr::col((newer.clone(), exam::Column::PatientId)).in_subquery(same))
        .and_where(Expr::col((newer.clone(), exam::Column::Id)).gt(Expr::col((exam::Entity, exam::Column::Id))))
        .and_where(Expr::not_exists(corrections::void_of_exam_named(newer)))
        .take()
}
