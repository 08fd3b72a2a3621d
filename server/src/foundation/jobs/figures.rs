//! What a round through the clinics finds out on its way, for telemetry: nobody is asked again when
//! the figures are read. Counts of kinds and states; never of which clinic.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use uuid::Uuid;

use super::Job;
use crate::foundation::{
    audit::{self, Finding},
    error::Result,
    state::App,
    telemetry::Metrics,
    tenancy::{ClinicTx, enter_for_job, fleet},
};

/// What a clinic can be. Each is told even when there is none of it.
const STATUSES: [&str; 5] = ["active", "suspended", "spare", "spoilt", "deleted"];
const OTHER: &str = "other";

fn known(word: &str, words: &[&'static str]) -> &'static str {
    words.iter().find(|known| **known == word).copied().unwrap_or(OTHER)
}

/// A job's kind as a label. A newer release's kind is `other`.
pub fn kind(word: &str) -> &'static str {
    known(word, Job::KINDS)
}

/// The jobs that a round found waiting.
#[derive(Debug, Default)]
pub struct Waiting(BTreeMap<&'static str, (u64, f64)>);

impl Waiting {
    /// Counts what is due in one clinic. Answers whether anything is.
    pub async fn count(&mut self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<bool, DbErr> {
        let statement = Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select kind, count(*) as jobs, min(run_at) as oldest from job
             where done_at is null and failed_at is null and run_at <= $1 group by kind",
            [now.into()],
        );
        let rows = tx.query_all_raw(statement).await?;
        for row in &rows {
            let oldest: DateTime<Utc> = row.try_get("", "oldest")?;
            let (jobs, waited) = self.0.entry(kind(&row.try_get::<String>("", "kind")?)).or_default();
            *jobs += row.try_get::<i64>("", "jobs")?.unsigned_abs();
            *waited = waited.max((now - oldest).as_seconds_f64());
        }
        Ok(!rows.is_empty())
    }

    pub fn tell(&self, metrics: &Metrics) {
        for kind in Job::KINDS.iter().copied().chain([OTHER]) {
            let (jobs, waited) = self.0.get(kind).copied().unwrap_or_default();
            metrics.jobs(kind, jobs, waited);
        }
    }
}

/// Counts the clinics and the customers behind: two questions to the registry.
///
/// # Errors
/// When the registry is out of reach.
pub async fn of_the_registry(app: &App) -> Result<()> {
    let metrics = app.metrics();
    let fleet = fleet(&app.gate.db).await?;
    let mut counted: BTreeMap<_, u64> = STATUSES.iter().map(|status| (*status, 0)).collect();
    for (status, clinics) in &fleet.by_status {
        *counted.entry(known(status, &STATUSES)).or_default() += clinics;
    }
    for (status, clinics) in counted {
        metrics.clinics(status, clinics);
    }
    metrics.schemas(fleet.out_of_range, fleet.parked);
    metrics.billing_behind(app.billing.desk.behind().await?);
    Ok(())
}

/// What is known of the clinics' audits.
#[derive(Debug, Default)]
pub struct Audits {
    unsealed: u64,
    broken: BTreeSet<Uuid>,
}

impl Audits {
    pub fn begin_round(&mut self) {
        self.unsealed = 0;
    }

    /// Counts the rows of one clinic that came after its last seal.
    pub async fn count(&mut self, app: &App, clinic: Uuid) -> Result<()> {
        let entered = enter_for_job(&app.gate.db, clinic).await?;
        let statement = Statement::from_string(
            DbBackend::Postgres,
            "select count(*) as n from audit
             where at > coalesce((select max(settled_through) from audit_seal), '-infinity')",
        );
        let row = entered.tx.query_one_raw(statement).await?;
        self.unsealed += row.map_or(Ok(0), |row| row.try_get::<i64>("", "n"))?.unsigned_abs();
        entered.commit().await
    }

    /// Follows one clinic's chain from its first row. Rows that nobody has sealed yet break no chain.
    pub async fn look(&mut self, app: &App, clinic: Uuid) -> Result<()> {
        let entered = enter_for_job(&app.gate.db, clinic).await?;
        // One moment: what is sealed meanwhile would look wrong.
        let one_moment = "set transaction isolation level repeatable read";
        entered.tx.execute_raw(Statement::from_string(DbBackend::Postgres, one_moment)).await?;
        let report = audit::verify(&entered.tx, app.clock.now(), None, true).await?;
        entered.commit().await?;
        let faults = report.findings.iter().filter(|finding| !matches!(finding, Finding::RowNotSealed { .. })).count();
        if faults == 0 {
            self.broken.remove(&clinic);
        } else if self.broken.insert(clinic) {
            tracing::error!(clinic.id = %clinic, faults, "a clinic's audit does not fit its seals");
        }
        Ok(())
    }

    pub fn tell(&self, metrics: &Metrics) {
        metrics.audit_unsealed(self.unsealed);
        metrics.audit_broken(self.broken.len() as u64);
    }
}
