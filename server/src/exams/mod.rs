//! Good Faith Exams: the clearance without which nothing is treated. Each one is added beside the
//! earlier ones; the newest counts.

mod api;
mod templates;
#[cfg(test)]
mod tests;

use entity::clinic::exam;

use utoipa_axum::router::OpenApiRouter;

use crate::{error::Result, state::App, tenancy::ClinicTx};

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(templates::routes())
}

/// The patient's newest exam, if there is one.
///
/// # Errors
/// When the database is out of reach.
pub async fn newest(tx: &ClinicTx, patient_id: i64) -> Result<Option<exam::Model>> {
    Ok(exam::Entity::of_patient(patient_id).one(tx).await?)
}
