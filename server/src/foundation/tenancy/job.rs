//! How a job enters a clinic.

use std::sync::Arc;

use entity::words::ClinicStatus;
use uuid::Uuid;

use super::{Clinic, ClinicTx, Db};
use crate::foundation::error::{Error, Result};

/// A clinic that the job runner has entered.
pub struct JobTx {
    pub clinic: Arc<Clinic>,
    pub tx: ClinicTx,
}

impl JobTx {
    /// # Errors
    /// When the database is out of reach; then nothing happened.
    pub async fn commit(self) -> Result<()> {
        Ok(self.tx.commit().await?)
    }
}

/// Enters a clinic by its id, if it is open.
///
/// # Errors
/// When there is no such clinic, it is not open, or the database is out of reach.
pub async fn enter_for_job(db: &Db, clinic: Uuid) -> Result<JobTx> {
    let row = db.clinic_by_id(clinic).await?.ok_or(Error::NoSuchClinic)?;
    let clinic = Arc::new(Clinic::try_from(row)?);
    clinic.open_for_jobs()?;
    let tx = db.enter(&clinic, false).await?;
    Ok(JobTx { clinic, tx })
}

/// The ids of every clinic, for the periodic round that finds work whose notification was missed.
///
/// # Errors
/// When the registry is out of reach.
pub async fn clinic_ids(db: &Db) -> Result<Vec<Uuid>> {
    Ok(db
        .clinics()
        .await?
        .into_iter()
        .filter(|clinic| clinic.status == ClinicStatus::Active)
        .map(|clinic| clinic.id)
        .collect())
}
