//! Verifies the audit and the signatures of one clinic or of many, each from where its last run without a finding ended.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use entity::{registry::clinic, words::ClinicStatus};
use futures_util::{Stream, StreamExt, stream};
use sea_orm::DbErr;

use crate::foundation::{
    audit::{self, Reading, Verified},
    clock::Clock,
    evidence,
    tenancy::OwnerDb,
};

/// How much is read.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Everything from the first row on, instead of what is new.
    pub full: bool,
    /// Everything, and without a comparison with what an earlier run has verified: from now on the chain as it is now
    /// is what later runs are compared with.
    pub forget_mark: bool,
    /// A head that was logged earlier: everything is read, and it must be in the chain.
    pub expected_head: Option<String>,
}

/// What was read of a clinic, and what was found.
#[derive(Debug)]
pub struct Outcome {
    pub audit: Verified,
    pub signed: evidence::Report,
    /// When everything was last read from the first row, without a finding.
    pub full_at: Option<DateTime<Utc>>,
}

impl Outcome {
    /// Each finding as a line.
    pub fn findings(&self) -> impl Iterator<Item = String> {
        let audit = self.audit.report.findings.iter().map(ToString::to_string);
        audit.chain(self.signed.findings.iter().map(ToString::to_string))
    }
}

/// Verifies one clinic, and keeps how far it came.
///
/// # Errors
/// When the clinic's database or the registry is out of reach. The next run begins where this one did.
pub async fn verify_clinic(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    scope: &Scope,
    clock: &Clock,
) -> Result<Outcome, DbErr> {
    let stored = audit::kept_mark(owner.registry(), clinic).await?;
    // It stays until this run has found nothing, so that a run that fails forgets nothing.
    let kept = stored.as_ref().filter(|_| !scope.forget_mark);
    let tx = owner.inspect(&clinic.placement, &clinic.schema_name).await?;
    // Later than the moment that is read: a row of that moment is never from the future.
    let now = clock.now();
    let reading = Reading {
        mark: kept.map(|kept| &kept.mark),
        whole: scope.full || scope.expected_head.is_some() || kept.is_some_and(|kept| kept.found_at.is_some()),
        expected_head: scope.expected_head.as_deref(),
        is_sealed: clinic.status == ClinicStatus::Active,
    };
    let verified = audit::verify_after(&tx, &reading, now).await?;
    // The mark was relied on only if rows before it were left out.
    let signed = match reading.mark.filter(|_| verified.after > 0) {
        Some(mark) => evidence::verify_after(&tx, mark).await?,
        None => evidence::verify(&tx).await?,
    };
    tx.commit().await?;
    let full_at =
        audit::keep_mark(owner.registry(), clinic, (&verified, stored.as_ref()), !signed.findings.is_empty(), now)
            .await?;
    Ok(Outcome { audit: verified, signed, full_at })
}

/// Verifies these clinics, at most `workers` at the same time, and hands over each outcome in the clinics' order. One
/// whose database is out of reach stops no other.
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
            // A task of its own: hashing takes as long as reading.
            let task = tokio::spawn(async move { verify_clinic(&owner, &read, &scope, &clock).await });
            async move {
                let outcome = task.await.unwrap_or_else(|error| Err(DbErr::Custom(error.to_string())));
                (clinic, outcome)
            }
        })
        .buffered(workers)
}
