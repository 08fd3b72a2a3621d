//! Counts waiting jobs for telemetry: by kind, never by clinic.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use super::Jobs;
use crate::foundation::{telemetry::Metrics, tenancy::ClinicTx};

/// The label of kinds that this release does not know.
pub const OTHER: &str = "other";

/// The jobs that a round found waiting.
pub struct Waiting<'j> {
    jobs: &'j Jobs,
    found: BTreeMap<&'static str, (u64, f64)>,
}

impl<'j> Waiting<'j> {
    pub fn new(jobs: &'j Jobs) -> Self {
        Self { jobs, found: BTreeMap::new() }
    }

    /// Counts what is due in one clinic. Returns whether anything is.
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
            let (jobs, waited) = self.found.entry(self.jobs.label(&row.try_get::<String>("", "kind")?)).or_default();
            *jobs += row.try_get::<i64>("", "jobs")?.unsigned_abs();
            *waited = waited.max((now - oldest).as_seconds_f64());
        }
        Ok(!rows.is_empty())
    }

    pub fn tell(&self, metrics: &Metrics) {
        for kind in self.jobs.kinds().chain([OTHER]) {
            let (jobs, waited) = self.found.get(kind).copied().unwrap_or_default();
            metrics.jobs(kind, jobs, waited);
        }
    }
}
