//! How a job enters a clinic.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{
    clinic::Signer,
    words::{ClinicStatus, Outcome},
};
use uuid::Uuid;

use super::{Clinic, ClinicTx, Db, Origin, Subject, actor::Actor, audit, public_access::enter_unauthenticated};
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

    /// The same with an audit row about a report from outside. For a transaction of [`enter_for_audited_job`].
    ///
    /// # Errors
    /// When the audit row cannot be written or the database is out of reach; then nothing happened.
    pub async fn commit_report(self, origin: &Origin) -> Result<()> {
        let actor = Actor::Visitor(None);
        Ok(audit::commit(self.tx, origin, actor, Outcome::Done, Subject::nobody()).await?)
    }

    /// The same with an audit row about what a member has let the job do. For a transaction of
    /// [`enter_for_audited_job`].
    ///
    /// # Errors
    /// When the audit row cannot be written or the database is out of reach; then nothing happened.
    pub async fn commit_audited(self, by: Signer, action: &str, subject: Subject, now: DateTime<Utc>) -> Result<()> {
        let origin = without_request(action, now);
        Ok(audit::commit(self.tx, &origin, Actor::Member(by), Outcome::Done, subject).await?)
    }

    /// The same about what follows from what a patient has done.
    ///
    /// # Errors
    /// When the audit row cannot be written or the database is out of reach; then nothing happened.
    pub async fn commit_for_patient(self, action: &str, subject: Subject, now: DateTime<Utc>) -> Result<()> {
        let origin = without_request(action, now);
        Ok(audit::commit(self.tx, &origin, Actor::Patient, Outcome::Done, subject).await?)
    }

    /// The same about what the service does by itself.
    ///
    /// # Errors
    /// When the audit row cannot be written or the database is out of reach; then nothing happened.
    pub async fn commit_for_service(self, action: &str, subject: Subject, now: DateTime<Utc>) -> Result<()> {
        let origin = without_request(action, now);
        Ok(audit::commit(self.tx, &origin, Actor::Service, Outcome::Done, subject).await?)
    }
}

/// The origin of what no request has asked for.
fn without_request(action: &str, now: DateTime<Utc>) -> Origin {
    Origin {
        request_id: Uuid::now_v7(),
        now,
        ip: "-".to_owned(),
        user_agent: "-".to_owned(),
        audit_action: action.to_owned(),
        reads_only: false,
        idempotency_key: None,
        trail: Arc::default(),
    }
}

/// Enters a clinic by its id, if it is open.
///
/// # Errors
/// When there is no such clinic, it is not open, or the database is out of reach.
pub async fn enter_for_job(db: &Db, clinic: Uuid) -> Result<JobTx> {
    let clinic = open(db, clinic).await?;
    let tx = db.enter(&clinic, false).await?;
    Ok(JobTx { clinic, tx })
}

/// The same for work that leaves an audit row.
///
/// # Errors
/// As [`enter_for_job`].
pub async fn enter_for_audited_job(db: &Db, clinic: Uuid) -> Result<JobTx> {
    let clinic = open(db, clinic).await?;
    let tx = enter_unauthenticated(db, &clinic).await?;
    Ok(JobTx { clinic, tx })
}

async fn open(db: &Db, clinic: Uuid) -> Result<Arc<Clinic>> {
    let row = db.clinic_by_id(clinic).await?.ok_or(Error::NoSuchClinic)?;
    let clinic = Arc::new(Clinic::try_from(row)?);
    clinic.open_for_jobs()?;
    Ok(clinic)
}

/// Every clinic that is open, with its subdomain.
///
/// # Errors
/// When the registry is out of reach.
pub async fn open_clinics(db: &Db) -> Result<Vec<(Uuid, String)>> {
    let rows = db.clinics().await?.into_iter().filter(|clinic| clinic.status == ClinicStatus::Active);
    Ok(rows.map(|clinic| (clinic.id, clinic.subdomain)).collect())
}
