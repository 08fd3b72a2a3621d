//! The job of an import, with a small step in each run. Other clinics' jobs run in between, and after a crash the step repeats
//! from the last commit.

use entity::{clinic::import_batch, words::ImportState};
use sea_orm::EntityTrait;

use super::{apply, check, step::ImportStep, take_back};
use outbox::{Failed, Job, Outcome, Run};
use tenancy::enter_for_job;

/// After this many failures in a row the import stops, so that a person notices.
const MAX_TRIES: i32 = 5;

impl Job for ImportStep {
    const KIND: &'static str = "import_step";
    const RUNS_AGAIN: bool = true;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let db = &run.app.tenants.db;
        let entered = enter_for_job(db, run.clinic).await?;
        let batch = import_batch::Entity::find_by_id(self.batch).one(&entered.tx).await?;
        entered.commit().await?;
        let Some(batch) = batch else { return Ok(Outcome::Done) };
        let step = match batch.state {
            ImportState::Reading => check::read_file(run, &batch).await,
            ImportState::Checking => check::check_rows(run, self.batch).await,
            ImportState::Importing => apply::bring_rows(run, self.batch).await,
            ImportState::Undoing => take_back::take_rows(run, self.batch).await,
            _ => Ok(()),
        };
        match step {
            Err(error) if run.row.attempts >= MAX_TRIES => {
                tracing::error!(clinic.id = %run.clinic, job.id = run.row.id, reason = %error, "an import was stopped");
                apply::stop(run, self.batch).await?;
            }
            step => step?,
        }
        Ok(Outcome::Done)
    }
}
