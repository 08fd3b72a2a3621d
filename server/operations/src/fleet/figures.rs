//! Collects metrics during a round through the clinics, so that reading the metrics needs no further query. They count
//! states and never name a clinic.

use std::collections::{BTreeMap, BTreeSet};

use entity::words::ClinicStatus;
use sea_orm::{ConnectionTrait, Iterable};
use uuid::Uuid;

use super::sql;
use audit::Finding;
use base::error::Result;
use http_api::state::App;
use practice::billing::Billing;
use telemetry::Metrics;
use tenancy::{enter_for_job, fleet};

/// The label of a status that only a newer release knows.
const OTHER: &str = "other";

fn label(word: &str) -> &'static str {
    ClinicStatus::iter().map(ClinicStatus::as_str).find(|label| *label == word).unwrap_or(OTHER)
}

/// Counts the clinics, and the accounts that must be synced, with two queries to the registry.
pub async fn of_the_registry(app: &App) -> Result<()> {
    let metrics = app.metrics();
    let fleet = fleet(&app.tenants.db).await?;
    // Each status is reported, even if its count is zero.
    let mut counted: BTreeMap<_, u64> = ClinicStatus::iter().map(|status| (status.as_str(), 0)).collect();
    for (status, clinics) in &fleet.by_status {
        *counted.entry(label(status)).or_default() += clinics;
    }
    for (status, clinics) in counted {
        metrics.clinics(status, clinics);
    }
    metrics.schemas(fleet.out_of_range, fleet.parked);
    metrics.billing_behind(app.part::<Billing>().repo.behind().await?);
    Ok(())
}

/// Counts the rows of one clinic's audit that were written after its last seal.
pub async fn unsealed(app: &App, clinic: Uuid) -> Result<u64> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let row = entered.tx.query_one_raw(sql::unsealed()).await?;
    let rows = row.map_or(Ok(0), |row| row.try_get::<i64>("", "n"))?.unsigned_abs();
    entered.commit().await?;
    Ok(rows)
}

/// The state of the audits of this worker's clinics.
#[derive(Debug, Default)]
pub struct Audits {
    unsealed: u64,
    broken: BTreeSet<Uuid>,
}

impl Audits {
    /// Forgets the clinics that are not in `clinics`, because another worker handles them.
    pub fn begin_round(&mut self, clinics: &[Uuid]) {
        self.unsealed = 0;
        self.broken.retain(|clinic| clinics.contains(clinic));
    }

    pub fn add_unsealed(&mut self, rows: u64) {
        self.unsealed += rows;
    }

    /// Verifies one clinic's chain from its first row. Unsealed rows do not break it.
    pub async fn verify_chain(&mut self, app: &App, clinic: Uuid) -> Result<()> {
        let entered = enter_for_job(&app.tenants.db, clinic).await?;
        // Reads one snapshot, because rows that are sealed meanwhile would look wrong.
        entered.tx.execute_raw(sql::repeatable_read()).await?;
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

    pub fn report_to(&self, metrics: &Metrics) {
        metrics.audit_unsealed(self.unsealed);
        metrics.audit_broken(self.broken.len() as u64);
    }
}
