//! Lists and retries jobs of the outboxes for the operator: `celadon jobs`.

use chrono::{DateTime, Utc};
use entity::{clinic::job, registry::clinic};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::Serialize;
use uuid::Uuid;

use crate::clinic_ops::{ClinicOpsError, find, note};
use outbox::{Problem, nothing_to_send, notify, retry_given_up};
use tenancy::OwnerDb;

/// An unfinished job, without its payload.
#[derive(Debug, Serialize)]
pub struct Unfinished {
    pub clinic: String,
    pub id: i64,
    pub kind: String,
    /// `given up` or `waiting`.
    pub state: &'static str,
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    pub next_at: Option<DateTime<Utc>>,
    pub given_up_at: Option<DateTime<Utc>>,
    pub reason: Option<&'static str>,
}

/// Lists the jobs of one clinic or of all that were given up, oldest first. With `waiting`, also lists waiting jobs.
///
/// Fails when there is no such clinic.
pub async fn unfinished(
    owner: &OwnerDb,
    subdomain: Option<&str>,
    waiting: bool,
) -> Result<Vec<Unfinished>, ClinicOpsError> {
    let clinics: Vec<clinic::Model> = match subdomain {
        Some(subdomain) => vec![find(owner, subdomain).await?],
        None => in_reach(owner).await?,
    };
    let mut found = Vec::new();
    for clinic in clinics {
        let tx = owner.inspect(&clinic.placement, &clinic.schema_name).await?;
        let rows = job::Entity::find().filter(job::Column::DoneAt.is_null()).order_by_asc(job::Column::Id);
        let rows = if waiting { rows } else { rows.filter(job::Column::FailedAt.is_not_null()) };
        found.extend(rows.all(&tx).await?.into_iter().map(|row| Unfinished {
            clinic: clinic.subdomain.clone(),
            id: row.id,
            state: if row.failed_at.is_some() { "given up" } else { "waiting" },
            attempts: row.attempts,
            created_at: row.created_at,
            next_at: row.failed_at.is_none().then_some(row.run_at),
            given_up_at: row.failed_at,
            reason: row.last_problem.is_some().then(|| Problem::named(row.last_problem.as_deref()).sentence()),
            kind: row.kind,
        }));
    }
    Ok(found)
}

/// Lists every clinic whose placement answers, and logs the others.
async fn in_reach(owner: &OwnerDb) -> Result<Vec<clinic::Model>, ClinicOpsError> {
    let mut clinics = owner.clinics().await?;
    for (placement, left) in owner.retain_in_reach(&mut clinics).await {
        tracing::error!(
            placement,
            clinics = left,
            "a placement is out of reach: the jobs of its clinics are not listed"
        );
    }
    Ok(clinics)
}

/// The outcome of a retry.
#[derive(Debug, PartialEq, Eq)]
pub struct Retried {
    pub taken_up: u64,
    /// Not retried, because there is nothing to send: a link was withdrawn, or the person has left.
    pub left: usize,
}

/// Retries one given-up job of a clinic, or all of them. The clinic's activity log shows it.
///
/// Fails when there is no such clinic, or the job is already being retried or has nothing to send.
pub async fn retry(
    owner: &OwnerDb,
    subdomain: &str,
    id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Retried, ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    let tx = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    let left = nothing_to_send(&tx, id).await?;
    if let (Some(_), Some(reason)) = (id, left.first()) {
        return Err(ClinicOpsError::Refused(reason.sentence().to_owned()));
    }
    let again = retry_given_up(&tx, id, now).await?;
    if again > 0 {
        note::write(&tx, "mail.resend", "celadon jobs retry", id.into_iter().collect(), now).await?;
        notify_workers(&tx, clinic.id).await?;
    }
    tx.commit().await?;
    Ok(Retried { taken_up: again, left: left.len() })
}

async fn notify_workers(tx: &sea_orm::DatabaseTransaction, clinic: Uuid) -> Result<(), ClinicOpsError> {
    notify(tx, clinic).await.map_err(|error| ClinicOpsError::Refused(error.to_string()))
}
