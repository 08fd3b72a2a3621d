//! How a job enters a clinic.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{
    clinic::Signer,
    words::{ClinicStatus, Outcome},
};
use uuid::Uuid;

use super::{Clinic, ClinicTx, Db, Origin, Subject, Work, actor::Actor, audit, public_access::enter_unauthenticated};
use base::error::{Error, Result};

/// A clinic that the job runner has entered.
pub struct JobTx {
    pub clinic: Arc<Clinic>,
    pub tx: ClinicTx,
}

impl JobTx {
    /// The context of the rules that the job calls.
    pub fn work(&self, now: DateTime<Utc>) -> Work<'_> {
        Work { tx: &self.tx, clinic: &self.clinic, now, by: None }
    }

    pub async fn commit(self) -> Result<()> {
        Ok(self.tx.commit().await?)
    }

    /// The same with an audit row about a report from outside. Requires a transaction of [`enter_for_audited_job`].
    pub async fn commit_report(self, origin: &Origin) -> Result<()> {
        let actor = Actor::Visitor(None);
        Ok(audit::commit(self.tx, origin, actor, Outcome::Done, Subject::nobody()).await?)
    }

    /// The same with an audit row about work that a member started. Requires a transaction of [`enter_for_audited_job`].
    pub async fn commit_audited(self, by: Signer, action: &str, subject: Subject, now: DateTime<Utc>) -> Result<()> {
        let origin = without_request(action, now);
        Ok(audit::commit(self.tx, &origin, Actor::Member(by), Outcome::Done, subject).await?)
    }

    /// The same about a consequence of a patient's action.
    pub async fn commit_for_patient(self, action: &str, subject: Subject, now: DateTime<Utc>) -> Result<()> {
        let origin = without_request(action, now);
        Ok(audit::commit(self.tx, &origin, Actor::Patient, Outcome::Done, subject).await?)
    }

    /// The same about work that the service does by itself.
    pub async fn commit_for_service(self, action: &str, subject: Subject, now: DateTime<Utc>) -> Result<()> {
        let origin = without_request(action, now);
        Ok(audit::commit(self.tx, &origin, Actor::Service, Outcome::Done, subject).await?)
    }
}

/// The origin of work that no request asked for.
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
/// Fails when there is no such clinic, or it is not open.
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
pub async fn open_clinics(db: &Db) -> Result<Vec<(Uuid, String)>> {
    let rows = db.clinics().await?.into_iter().filter(|clinic| clinic.status == ClinicStatus::Active);
    Ok(rows.map(|clinic| (clinic.id, clinic.subdomain)).collect())
}
