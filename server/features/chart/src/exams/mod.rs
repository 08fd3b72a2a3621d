//! Good Faith Exams: the clearance that every treatment needs. A new one is added beside the earlier ones; the
//! newest that was not voided counts.

mod api;
mod corrected;
mod export;
mod history;
mod keep_version;
mod template_versions;
mod templates;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{clinic_setting, exam, member},
    ids::{ExamId, PatientId},
    words::Module,
};
pub use history::{OpenedExam, opened};
use sea_orm::{
    EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationDef, Select,
    sea_query::{Expr, Query},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    features::{corrections, settings::module_on},
    foundation::{error::Result, local_time::months_after, state::App, tenancy::ClinicTx},
};

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(history::routes())
        .merge(corrected::routes())
        .merge(templates::routes())
        .merge(template_versions::routes())
        .merge(export::routes())
}

/// An exam with what is shown beside it.
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
///
/// # Errors
/// When the database is out of reach.
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

/// What clears a patient for treatment: the newest exam that counts, without its findings.
#[derive(FromQueryResult)]
pub struct Clearance {
    #[sea_orm(alias = "id")]
    pub exam_id: ExamId,
    created_at: DateTime<Utc>,
    /// For how many months an exam clears a patient, by the clinic's settings.
    pub valid_months: i32,
    /// Whether a prescriber clears each service instead, because the module Exam clearance is on.
    pub by_service: bool,
    /// Whether the modules Services and Protocols are on: what a treatment asks next, without a statement of its own.
    pub has_catalogue: bool,
    pub has_protocols: bool,
}

impl Clearance {
    #[must_use]
    pub fn until(&self, zone: Tz) -> DateTime<Utc> {
        months_after(self.created_at, self.valid_months, zone)
    }
}

/// The patient's clearance, if there is an exam that counts.
///
/// # Errors
/// When the database is out of reach.
pub async fn clearance(tx: &ClinicTx, patient_id: PatientId) -> Result<Option<Clearance>> {
    let newest = counting(patient_id)
        .select_only()
        .columns([exam::Column::Id, exam::Column::CreatedAt])
        .expr_as(valid_months(), "valid_months")
        .expr_as(Expr::exists(module_on(Module::Clearance)), "by_service")
        .expr_as(Expr::exists(module_on(Module::Services)), "has_catalogue")
        .expr_as(Expr::exists(module_on(Module::Protocols)), "has_protocols");
    Ok(newest.into_model().one(tx).await?)
}

/// A patient's exams that count, newest first.
fn counting(patient_id: PatientId) -> Select<exam::Entity> {
    exam::Entity::of_patient(patient_id).filter(Expr::not_exists(corrections::void_of_exam()))
}

/// Joins who examined, for exams from before the examiner's name was stored.
fn examiner() -> RelationDef {
    exam::Entity::belongs_to(member::Entity).from(exam::Column::ExaminerId).to(member::Column::Id).into()
}

fn valid_months() -> Expr {
    let setting = Query::select().column(clinic_setting::Column::ExamValidMonths).from(clinic_setting::Entity).take();
    Expr::from(setting)
}
