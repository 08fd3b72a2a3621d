//! The job that follows a change of the settings.

use serde::{Deserialize, Serialize};

use outbox::{Failed, Job, Jobs, Outcome, Run};
use tenancy::publish_profile;

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<ClinicProfile>()
}

/// Copies the clinic's name and time zone from its settings to the registry.
#[derive(Debug, Serialize, Deserialize)]
pub struct ClinicProfile {}

impl Job for ClinicProfile {
    const KIND: &'static str = "clinic_profile";
    const RUNS_AGAIN: bool = true;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        publish_profile(&run.app.tenants.db, run.clinic).await?;
        Ok(Outcome::Done)
    }
}
