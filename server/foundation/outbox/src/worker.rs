//! Takes jobs from the clinics' outboxes and runs them: one job of each clinic in turn, several clinics at once. So
//! no clinic waits for all jobs of another.
//!
//! A job is claimed in one transaction, run outside of any, and marked done in another. If a crash interrupts it, the
//! job is claimed again when the claim expires. A worker that is stopped gives its claims back, so that another
//! worker can run the job at once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::job;
use futures_util::future::join_all;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter,
    sea_query::{Expr, ExprTrait, Func},
};
use tracing::Instrument;
use uuid::Uuid;

use super::{GIVEN_UP_AFTER, Jobs, LaneKind, Outcome, Problem, Run, lane::Lane, problem::Failed, sql};
use base::error::{Error, Result};
use http_api::state::App;
use mail::Mailer;
use telemetry::job_span;
use tenancy::{JobTx, enter_for_job};

/// The longest pause before a failed job is tried again. The pause doubles with each try.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(6);

/// Runs the clinics' jobs.
#[derive(Clone)]
pub struct Worker {
    pub(super) app: App,
    mailer: Mailer,
    /// The jobs that are running, by clinic and id, with their number of attempts.
    running: Arc<Mutex<HashMap<(Uuid, i64), i32>>>,
}

impl Worker {
    pub fn new(app: App, mailer: Mailer) -> Self {
        app.metrics().begin_jobs(app.part::<Jobs>().kinds());
        Self { app, mailer, running: Arc::default() }
    }

    pub(super) fn jobs(&self) -> &Jobs {
        self.app.part()
    }

    /// Releases the claims of jobs that were interrupted when the worker was dropped. Such a run does not count as an attempt.
    pub async fn give_back(&self) {
        let running = std::mem::take(&mut *self.running());
        let all = running.into_iter().map(async |((clinic, id), attempts)| {
            if let Err(error) = self.release(clinic, id, attempts).await {
                tracing::warn!(clinic.id = %clinic, job.id = id, reason = %error, "a job was not given back");
            }
        });
        join_all(all).await;
    }

    async fn release(&self, clinic: Uuid, id: i64, attempts: i32) -> Result<()> {
        let entered = enter_for_job(&self.app.tenants.db, clinic).await?;
        // If the claim had expired and another worker has claimed the job since, its number of attempts is higher.
        job::Entity::update_many()
            .col_expr(job::Column::ClaimedUntil, Expr::null())
            .col_expr(job::Column::Attempts, Expr::val(attempts - 1))
            .filter(job::Column::Id.eq(id))
            .filter(job::Column::Attempts.eq(attempts))
            .filter(job::Column::ClaimedUntil.is_not_null())
            .exec(&entered.tx)
            .await?;
        entered.commit().await
    }

    /// Runs the jobs of a lane until the future is dropped.
    pub async fn work_in(&self, lane: &Lane) {
        lane.work(|clinic| self.run_next(clinic, Some(lane.kind))).await;
    }

    fn running(&self) -> MutexGuard<'_, HashMap<(Uuid, i64), i32>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one job of a clinic, of one lane or of all. Returns whether there was a job.
    async fn run_next(&self, clinic: Uuid, lane: Option<LaneKind>) -> bool {
        let done = self.one_of(clinic, lane).await;
        done.unwrap_or_else(|error| {
            tracing::warn!(clinic.id = %clinic, reason = %error, "a clinic's jobs could not be done");
            false
        })
    }

    /// Claims and runs one job, of one lane or of all. `false` if nothing is due.
    async fn one_of(&self, clinic: Uuid, lane: Option<LaneKind>) -> Result<bool> {
        let now = self.app.clock.now();
        let entered = enter_for_job(&self.app.tenants.db, clinic).await?;
        let Some((row, was_interrupted)) = self.claim(&entered, now, lane).await? else { return Ok(false) };
        // Recorded before the commit. A stop during the commit leaves a claim or none, and both can be given back.
        self.running().insert((clinic, row.id), row.attempts);
        entered.commit().await?;
        let kind = self.jobs().label(&row.kind);
        let span = job_span(kind, clinic);
        let performed = if was_interrupted && now >= given_up_at(&row) {
            Err(Failed { problem: Problem::Interrupted, error: Error::Internal("a job's workers crashed".into()) })
        } else {
            self.perform(clinic, &row, now).instrument(span.clone()).await
        };
        if let Err(Failed { error, .. }) = &performed {
            span.record("otel.status_code", "ERROR");
            self.app.metrics().job_failed(kind);
            tracing::warn!(clinic.id = %clinic, job.id = row.id, job.kind = row.kind, reason = %error, "a job failed");
        }
        let settled = self.settle(clinic, &row, performed).await;
        self.running().remove(&(clinic, row.id));
        settled.map(|()| true)
    }

    async fn perform(&self, clinic: Uuid, row: &job::Model, now: DateTime<Utc>) -> Result<Outcome, Failed> {
        let registered = self.jobs().find(&row.kind);
        let registered = registered.ok_or_else(|| Error::Internal("this release does not know the job".into()))?;
        let mails_a_day = self.jobs().mails_a_day;
        (registered.run)(&row.payload, Run { app: &self.app, mailer: &self.mailer, clinic, row, mails_a_day, now })
            .await
    }

    async fn settle(&self, clinic: Uuid, row: &job::Model, performed: Result<Outcome, Failed>) -> Result<()> {
        let now = self.app.clock.now();
        let (attempts, again_at, problem) = match performed {
            Ok(Outcome::Done) => return self.done(clinic, row, now).await,
            Ok(Outcome::Again(at)) => return self.postpone(clinic, row, now, at).await,
            Ok(Outcome::Delayed(hold)) => (row.attempts - 1, hold.until, hold.problem),
            Err(failed) => (row.attempts, now + pause(row.attempts), failed.problem),
        };
        let entered = enter_for_job(&self.app.tenants.db, clinic).await?;
        let run_at = Expr::case(Expr::col(job::Column::Wanted).eq(row.wanted), again_at).finally(now);
        let give_up_at = Func::coalesce([Expr::col(job::Column::GiveUpAt), Expr::val(given_up_at(row))]);
        let failed_at = Expr::case(Expr::expr(give_up_at).lte(now), now);
        let settled = job::Entity::update_many()
            .col_expr(job::Column::ClaimedUntil, Expr::null())
            .col_expr(job::Column::Attempts, Expr::val(attempts))
            .col_expr(job::Column::LastProblem, Expr::val(problem.code()))
            .col_expr(job::Column::RunAt, run_at.into())
            .col_expr(job::Column::FailedAt, failed_at.into())
            .filter(job::Column::Id.eq(row.id))
            .exec_with_returning(&entered.tx)
            .await?;
        // A job that was requested again during this try is not given up yet.
        let is_over = settled.iter().any(|job| job.failed_at.is_some());
        entered.commit().await?;
        if is_over && problem.is_the_operators() {
            let kind = self.jobs().label(&row.kind);
            self.app.metrics().job_given_up(kind);
            tracing::error!(clinic.id = %clinic, job.id = row.id, job.kind = kind, problem = problem.code(), "a job was given up");
        }
        Ok(())
    }

    /// Marks a job done, or makes it due again if it was requested while it ran.
    async fn done(&self, clinic: Uuid, row: &job::Model, now: DateTime<Utc>) -> Result<()> {
        let entered = enter_for_job(&self.app.tenants.db, clinic).await?;
        let if_asked_once =
            |then: Expr, or: Expr| Expr::case(Expr::col(job::Column::Wanted).eq(row.wanted), then).finally(or).into();
        job::Entity::update_many()
            .col_expr(job::Column::ClaimedUntil, Expr::null())
            .col_expr(job::Column::LastProblem, Expr::null())
            .col_expr(job::Column::Attempts, if_asked_once(Expr::col(job::Column::Attempts), Expr::val(0)))
            .col_expr(job::Column::DoneAt, if_asked_once(Expr::val(now), Expr::null()))
            .col_expr(job::Column::RunAt, if_asked_once(Expr::col(job::Column::RunAt), Expr::val(now)))
            .filter(job::Column::Id.eq(row.id))
            .exec(&entered.tx)
            .await?;
        entered.commit().await
    }

    /// Postpones a job with more work due later. It is given up after three days of failures from that time on.
    async fn postpone(&self, clinic: Uuid, row: &job::Model, now: DateTime<Utc>, at: DateTime<Utc>) -> Result<()> {
        let entered = enter_for_job(&self.app.tenants.db, clinic).await?;
        let run_at = Expr::case(Expr::col(job::Column::Wanted).eq(row.wanted), at).finally(now);
        job::Entity::update_many()
            .col_expr(job::Column::ClaimedUntil, Expr::null())
            .col_expr(job::Column::LastProblem, Expr::null())
            .col_expr(job::Column::Attempts, Expr::val(0))
            .col_expr(job::Column::RunAt, run_at.into())
            .col_expr(job::Column::GiveUpAt, Expr::val(at + GIVEN_UP_AFTER))
            .filter(job::Column::Id.eq(row.id))
            .exec(&entered.tx)
            .await?;
        entered.commit().await
    }

    /// The next job that is due and unclaimed, and whether a worker died during it. A claim expires after five
    /// minutes, and doubles with each attempt, so that a job that crashes its worker does not run all the time.
    async fn claim(
        &self,
        entered: &JobTx,
        now: DateTime<Utc>,
        lane: Option<LaneKind>,
    ) -> Result<Option<(job::Model, bool)>, DbErr> {
        let kinds = lane.map(|lane| self.jobs().kinds_in(lane));
        let row = entered.tx.query_one_raw(sql::claim(now, kinds, self.jobs().that_can_wait())).await?;
        row.map(|row| Ok((job::Model::from_query_result(&row, "")?, row.try_get("", "interrupted")?))).transpose()
    }

    /// Runs everything that is due in these clinics, one clinic after the other.
    pub async fn visit_each(&self, clinics: &[Uuid]) {
        let lanes = Lane::all();
        self.check_each(clinics, &lanes).await;
        for clinic in clinics {
            self.visit(*clinic).await;
        }
    }

    /// Runs one job of a clinic. `false` if nothing is due.
    pub async fn run_one(&self, clinic: Uuid) -> Result<bool> {
        self.one_of(clinic, None).await
    }

    /// Runs everything that is due in one clinic.
    pub async fn visit(&self, clinic: Uuid) {
        while self.run_next(clinic, None).await {}
    }
}

fn given_up_at(row: &job::Model) -> DateTime<Utc> {
    row.give_up_at.unwrap_or(row.created_at + GIVEN_UP_AFTER)
}

/// The pause after this many tries: half a minute, one minute, two, and so on.
fn pause(attempts: i32) -> TimeDelta {
    TimeDelta::seconds(15 << attempts.clamp(1, 12)).min(LONGEST_PAUSE)
}
