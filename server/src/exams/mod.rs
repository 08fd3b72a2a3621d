//! Good Faith Exams: the clearance without which nothing is treated. Each one is added beside the
//! earlier ones; the newest counts.

mod api;
#[cfg(test)]
mod tests;

pub use api::routes;
use entity::clinic::exam;

use crate::{error::Result, tenancy::ClinicTx};

/// The patient's newest exam, if there is one.
///
/// # Errors
/// When the database is out of reach.
pub async fn newest(tx: &ClinicTx, patient_id: i64) -> Result<Option<exam::Model>> {
    Ok(exam::Entity::of_patient(patient_id).one(tx).await?)
}
