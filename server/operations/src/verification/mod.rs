//! Verifies the audit and the signatures of one clinic or of many. Each run starts where the last run without a finding ended.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{registry::clinic, words::ClinicStatus};
use futures_util::{Stream, StreamExt, stream};
use sea_orm::DbErr;

use audit::{Reading, Verified};
use base::clock::Clock;
use tenancy::OwnerDb;

/// What a run reads.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Reads everything from the first row, not only new rows.
    pub full: bool,
    /// Reads everything, without a comparison with what an earlier run has verified. Later runs compare with the
    /// present chain.
    pub forget_checkpoint: bool,
    /// The head of an earlier log. Everything is read, and the head must be in the chain.
    pub expected_head: Option<String>,
}

/// The rows that were read of a clinic, and the findings.
#[derive(Debug)]
pub struct Outcome {
    pub audit: Verified,
    pub signed: evidence::Report,
    /// When everything was last read from the first row without a finding.
    pub full_at: Option<DateTime<Utc>>,
}

impl Outcome {
    /// The findings, one line each.
    pub fn findings(&self) -> impl Iterator<Item = String> {
        let audit = self.audit.report.findings.iter().map(ToString::to_string);
        audit.chain(self.signed.findings.iter().map(ToString::to_string))
    }
}

/// Verifies one clinic, and stores how far it was verified.
pub async fn verify_clinic(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    scope: &Scope,
    clock: &Clock,
) -> Result<Outcome, DbErr> {
    let stored = audit::stored_checkpoint(owner.registry(), clinic).await?;
    // The stored checkpoint is kept until this run ends without a finding, so that a failed run does not delete it.
    let kept = stored.as_ref().filter(|_| !scope.forget_checkpoint);
    let tx = owner.inspect(&clinic.placement, &clinic.schema_name).await?;
    // Read after the snapshot was taken, so that no row in it is in the future.
    let now = clock.now();
    let reading = Reading {
        checkpoint: kept.map(|kept| &kept.checkpoint),
        whole: scope.full || scope.expected_head.is_some() || kept.is_some_and(|kept| kept.found_at.is_some()),
        expected_head: scope.expected_head.as_deref(),
        is_sealed: clinic.status == ClinicStatus::Active,
    };
    let verified = audit::verify_after(&tx, &reading, now).await?;
    // The checkpoint was used only if rows before it were skipped.
    let signed = match reading.checkpoint.filter(|_| verified.after > 0) {
        Some(checkpoint) => evidence::verify_after(&tx, checkpoint).await?,
        None => evidence::verify(&tx).await?,
    };
    tx.commit().await?;
    let full_at =
        audit::store_checkpoint(owner.registry(), clinic, &verified, stored.as_ref(), !signed.findings.is_empty(), now)
            .await?;
    Ok(Outcome { audit: verified, signed, full_at })
}

/// Verifies these clinics, at most `workers` at a time, and yields the outcomes in the clinics' order. A clinic whose
/// database is out of reach does not stop the others.
pub fn verify_clinics(
    owner: &OwnerDb,
    clinics: Vec<clinic::Model>,
    scope: Scope,
    clock: Clock,
    workers: usize,
) -> impl Stream<Item = (clinic::Model, Result<Outcome, DbErr>)> {
    let (owner, scope) = (owner.clone(), Arc::new(scope));
    stream::iter(clinics)
        .map(move |clinic| {
            let (owner, scope, clock, read) = (owner.clone(), Arc::clone(&scope), clock.clone(), clinic.clone());
            // A separate task, because hashing takes as long as reading.
            let task = tokio::spawn(async move { verify_clinic(&owner, &read, &scope, &clock).await });
            async move {
                let outcome = task.await.unwrap_or_else(|error| Err(DbErr::Custom(error.to_string())));
                (clinic, outcome)
            }
        })
        .buffered(workers)
}
