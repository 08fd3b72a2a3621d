//! Collects metrics during a round through the clinics, so that reading them needs no further query. Counts of
//! states; never by clinic.

use std::collections::{BTreeMap, BTreeSet};

use entity::words::ClinicStatus;
use sea_orm::{ConnectionTrait, Iterable};
use uuid::Uuid;

use super::sql;
use crate::{
    features::billing::Billing,
    foundation::{
        audit::{self, Finding},
        error::Result,
        state::App,
        telemetry::Metrics,
        tenancy::{enter_for_job, fleet},
    },
};

/// The label of a status that only a newer release has.
const OTHER: &str = "other";

fn label(word: &str) -> &'static str {
    ClinicStatus::iter().map(ClinicStatus::as_str).find(|label| *label == word).unwrap_or(OTHER)
}

/// Counts the clinics and the accounts to be synced: two queries to the registry.
///
/// # Errors
/// When the registry is out of reach.
pub async fn of_the_registry(app: &App) -> Result<()> {
    let metrics = app.metrics();
    let fleet = fleet(&app.tenants.db).await?;
    // Each status is reported, also when its count is zero.
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
///
/// # Errors
/// When the clinic cannot be entered.
pub async fn unsealed(app: &App, clinic: Uuid) -> Result<u64> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let row = entered.tx.query_one_raw(sql::unsealed()).await?;
    let rows = row.map_or(Ok(0), |row| row.try_get::<i64>("", "n"))?.unsigned_abs();
    entered.commit().await?;
    Ok(rows)
}

/// The state of the audits of the clinics that this worker looks after.
#[derive(Debug, Default)]
pub struct Audits {
    unsealed: u64,
    broken: BTreeSet<Uuid>,
}

impl Audits {
    /// Forgets the clinics that are no longer among these: another worker looks after them.
    pub fn begin_round(&mut self, clinics: &[Uuid]) {
        self.unsealed = 0;
        self.broken.retain(|clinic| clinics.contains(clinic));
    }

    pub fn add_unsealed(&mut self, rows: u64) {
        self.unsealed += rows;
    }

    /// Follows one clinic's chain from its first row. Unsealed rows do not break it.
    pub async fn verify_chain(&mut self, app: &App, clinic: Uuid) -> Result<()> {
        let entered = enter_for_job(&app.tenants.db, clinic).await?;
        // One moment: rows that are sealed meanwhile would look wrong.
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
