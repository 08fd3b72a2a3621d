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
pub struct Newest {
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
pub async fn newest(tx: &ClinicTx, patient_id: i64) -> Result<Option<Newest>> {
    let examiner =
        exam::Entity::belongs_to(member::Entity).from(exam::Column::ExaminerId).to(member::Column::Id).into();
    let valid_months =
        Query::select().column(clinic_setting::Column::ExamValidMonths).from(clinic_setting::Entity).take();
    let newest = exam::Entity::of_patient(patient_id)
        .join(JoinType::InnerJoin, examiner)
        .expr_as(Expr::from(valid_months), "valid_months")
        .column_as(member::Column::FirstName, "examiner_first_name")
        .column_as(member::Column::LastName, "examiner_last_name")
        .into_model()
        .one(tx)
        .await?;
    Ok(newest)
}

/// When an exam that clears a patient for so many months stops doing so.
#[must_use]
pub fn valid_until(exam: &exam::Model, months: i32) -> DateTime<Utc> {
    let months = Months::new(u32::try_from(months).unwrap_or_default());
    exam.created_at.checked_add_months(months).unwrap_or(DateTime::<Utc>::MAX_UTC)
}
