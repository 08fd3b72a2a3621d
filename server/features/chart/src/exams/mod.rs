//! Good Faith Exams: the clearance that every treatment needs. A new exam is added beside the earlier ones; the newest that is
//! not void counts.

mod api;
mod corrected;
mod export;
mod history;
mod keep_version;
mod sql;
mod template_versions;
mod templates;
mod text_flags;
mod timeline;

pub use history::{OpenedExam, opened};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{clinic_setting, exam, member},
    ids::{ExamId, PatientId},
};
use sea_orm::{
    EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationDef, Select,
    sea_query::{Expr, Query, SelectStatement},
};
pub use sql::JOIN_EXAM;
pub use timeline::ExamEntry;
use utoipa_axum::router::OpenApiRouter;

use base::{error::Result, local_time::months_after};
use http_api::state::App;
use people::corrections;
use tenancy::ClinicTx;

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(history::routes())
        .merge(corrected::routes())
        .merge(templates::routes())
        .merge(template_versions::routes())
        .merge(export::routes())
}

/// An exam with the data shown beside it.
#[derive(FromQueryResult)]
struct NewestExam {
    #[sea_orm(nested)]
    pub exam: exam::Model,
    /// For how many months an exam clears a patient, by the clinic's settings.
    pub valid_months: i32,
    pub examiner_first_name: String,
    pub examiner_last_name: String,
}

/// The patient's newest exam that counts, if any.
async fn newest(tx: &ClinicTx, patient_id: PatientId) -> Result<Option<NewestExam>> {
    let newest = counting(patient_id)
        .join(JoinType::InnerJoin, examiner())
        .expr_as(valid_months(), "valid_months")
        .column_as(member::Column::FirstName, "examiner_first_name")
        .column_as(member::Column::LastName, "examiner_last_name")
        .into_model()
        .one(tx)
        .await?;
    Ok(newest)
}

/// The exam that clears a patient for treatment: the newest that counts, without its findings.
#[derive(FromQueryResult)]
pub struct Clearance {
    #[sea_orm(alias = "id")]
    pub exam_id: ExamId,
    created_at: DateTime<Utc>,
    /// For how many months an exam clears a patient, by the clinic's settings.
    pub valid_months: i32,
}

impl Clearance {
    #[must_use]
    pub fn until(&self, zone: Tz) -> DateTime<Utc> {
        months_after(self.created_at, self.valid_months, zone)
    }
}

/// The patient's clearance, if there is an exam that counts.
pub async fn clearance(tx: &ClinicTx, patient_id: PatientId) -> Result<Option<Clearance>> {
    let newest = counting(patient_id)
        .select_only()
        .columns([exam::Column::Id, exam::Column::CreatedAt])
        .expr_as(valid_months(), "valid_months");
    Ok(newest.into_model().one(tx).await?)
}

/// A patient's exams that count, newest first.
fn counting(patient_id: PatientId) -> Select<exam::Entity> {
    exam::Entity::of_patient(patient_id).filter(Expr::not_exists(corrections::void_of_exam()))
}

/// Joins the examiner, for exams from before the examiner's name was stored.
fn examiner() -> RelationDef {
    exam::Entity::belongs_to(member::Entity).from(exam::Column::ExaminerId).to(member::Column::Id).into()
}

/// Selects the exams that count, as entries of charts: the patient and the time.
pub fn chart_entries() -> SelectStatement {
    exam::Entity::find()
        .select_only()
        .column(exam::Column::PatientId)
        .column_as(exam::Column::CreatedAt, "at")
        .filter(Expr::not_exists(corrections::void_of_exam()))
        .into_query()
}

/// For how many months an exam is valid in this clinic, as a column.
#[must_use]
pub fn valid_months() -> Expr {
    let setting = Query::select().column(clinic_setting::Column::ExamValidMonths).from(clinic_setting::Entity).take();
    Expr::from(setting)
}
