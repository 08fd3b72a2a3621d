//! Good Faith Exams: the clearance without which nothing is treated. Each one is added beside the
//! earlier ones; the newest counts.

mod api;
mod templates;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Months, Utc};
use entity::clinic::{clinic_setting, exam, member};
use sea_orm::{
    EntityTrait, FromQueryResult, JoinType, QuerySelect,
    sea_query::{Expr, Query},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{error::Result, state::App, tenancy::ClinicTx};

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(templates::routes())
}

/// An exam with what is told beside it.
#[derive(FromQueryResult)]
struct Newest {
    #[sea_orm(nested)]
    pub exam: exam::Model,
    /// How long an exam clears a patient, by the clinic's settings.
    pub valid_months: i32,
    pub examiner_first_name: String,
    pub examiner_last_name: String,
}

/// The patient's newest exam, if there is one.
///
/// # Errors
/// When the database is out of reach.
async fn newest(tx: &ClinicTx, patient_id: i64) -> Result<Option<Newest>> {
    let examiner =
        exam::Entity::belongs_to(member::Entity).from(exam::Column::ExaminerId).to(member::Column::Id).into();
    let newest = exam::Entity::of_patient(patient_id)
        .join(JoinType::InnerJoin, examiner)
        .expr_as(valid_months(), "valid_months")
        .column_as(member::Column::FirstName, "examiner_first_name")
        .column_as(member::Column::LastName, "examiner_last_name")
        .into_model()
        .one(tx)
        .await?;
    Ok(newest)
}

/// What clears a patient for treatment: the newest exam, without what was found.
#[derive(FromQueryResult)]
pub struct Clearance {
    #[sea_orm(alias = "id")]
    pub exam_id: i64,
    created_at: DateTime<Utc>,
    /// How long an exam clears a patient, by the clinic's settings.
    pub valid_months: i32,
}

impl Clearance {
    #[must_use]
    pub fn until(&self) -> DateTime<Utc> {
        valid_until(self.created_at, self.valid_months)
    }
}

/// What clears the patient, if there is an exam.
///
/// # Errors
/// When the database is out of reach.
pub async fn clearance(tx: &ClinicTx, patient_id: i64) -> Result<Option<Clearance>> {
    let newest = exam::Entity::of_patient(patient_id)
        .select_only()
        .columns([exam::Column::Id, exam::Column::CreatedAt])
        .expr_as(valid_months(), "valid_months");
    Ok(newest.into_model().one(tx).await?)
}

fn valid_months() -> Expr {
    let setting = Query::select().column(clinic_setting::Column::ExamValidMonths).from(clinic_setting::Entity).take();
    Expr::from(setting)
}

/// When an exam of this moment that clears a patient for so many months stops doing so.
fn valid_until(examined_at: DateTime<Utc>, months: i32) -> DateTime<Utc> {
    let months = Months::new(u32::try_from(months).unwrap_or_default());
    examined_at.checked_add_months(months).unwrap_or(DateTime::<Utc>::MAX_UTC)
}
