//! Takes jobs from the clinics' outboxes and runs them: one job of each clinic in turn, so that no clinic waits
//! until another's are all done.
//!
//! A job is claimed in one transaction, run outside of any, and marked done in another: a job that a crash
//! interrupts is claimed again when the claim expires. A worker that is stopped gives its claim back, so that the
//! next one goes on with the job at once.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::job;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter,
    sea_query::{Expr, ExprTrait, Func},
};
use sqlx::postgres::PgListener;
use tracing::Instrument;
use uuid::Uuid;

use super::{CHANNEL, GIVEN_UP_AFTER, Jobs, Outcome, Problem, Run, figures::Waiting, problem::Failed, sql};
use crate::foundation::{
    error::{Error, Result},
    mail::Mailer,
    state::App,
    telemetry::job_span,
    tenancy::{JobTx, clinic_ids, enter_for_job},
};

/// A failed job is tried again after a pause that doubles with each try, up to this.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(6);
/// How often every clinic is checked, in case a notification was missed.
const ROUND: Duration = Duration::from_mins(1);

/// Runs the clinics' jobs.
#[derive(Clone)]
pub struct Worker {
    app: App,
    mailer: Mailer,
    /// The job that is running: its clinic, id and number of attempts.
    running: Arc<Mutex<Option<Running>>>,
}

#[derive(Clone, Copy)]
struct Running {
    clinic: Uuid,
    id: i64,
    attempts: i32,
}

impl Worker {
    pub fn new(app: App, mailer: Mailer) -> Self {
        app.metrics().begin_jobs(app.part::<Jobs>().kinds());
        Self { app, mailer, running: Arc::default() }
    }

    fn jobs(&self) -> &Jobs {
        self.app.part()
    }

    /// Works until the future is dropped; [`Worker::give_back`] comes after that.
    pub async fn run(&self, direct_url: &str) {
        loop {
            if let Err(error) = self.listen(direct_url).await {
                tracing::warn!(reason = %error, "lost the notices of new work");
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Releases the claim on the job that was interrupted when the worker was dropped, which counts as no attempt.
    pub async fn give_back(&self) {
        let Some(running) = self.now_runs(None) else { return };
        if let Err(error) = self.release(running).await {
            tracing::warn!(clinic.id = %running.clinic, job.id = running.id, reason = %error, "a job was not given back");
        }
    }

    async fn release(&self, running: Running) -> Result<()> {
        let entered = enter_for_job(&self.app.tenants.db, running.clinic).await?;
        // Another worker that has claimed it since, because the claim had expired, counted an attempt more.
        job::Entity::update_many()
            .col_expr(job::Column::ClaimedUntil, Expr::null())
            .col_expr(job::Column::Attempts, Expr::val(running.attempts - 1))
            .filter(job::Column::Id.eq(running.id))
            .filter(job::Column::Attempts.eq(running.attempts))
            .filter(job::Column::ClaimedUntil.is_not_null())
            .exec(&entered.tx)
            .await?;
        entered.commit().await
    }

    /// Notes which job runs, and returns which one did before.
    fn now_runs(&self, running: Option<Running>) -> Option<Running> {
        let mut noted = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *noted, running)
    }

    async fn listen(&self, direct_url: &str) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(direct_url).await?;
        listener.listen(CHANNEL).await?;
        let mut round = tokio::time::interval(ROUND);
        let mut queue = VecDeque::new();
        loop {
            tokio::select! {
                _ = round.tick() => self.check_all(&mut queue).await,
                notice = listener.try_recv() => match notice? {
                    Some(notice) => {
                        if let Ok(clinic) = notice.payload().parse() {
                            enqueue_clinic(&mut queue, clinic);
                        }
                    }
                    None => self.check_all(&mut queue).await,
                },
                () = std::future::ready(()), if !queue.is_empty() => self.run_next(&mut queue).await,
            }
        }
    }

    async fn check_all(&self, queue: &mut VecDeque<Uuid>) {
        match clinic_ids(&self.app.tenants.db).await {
            Ok(clinics) => self.check_each(&clinics, queue).await,
            Err(error) => tracing::warn!(reason = %error, "the clinics could not be listed"),
        }
    }

    /// Queues every clinic in which something is due, and reports to the metrics how much that is.
    async fn check_each(&self, clinics: &[Uuid], queue: &mut VecDeque<Uuid>) {
        let mut waiting = Waiting::new(self.jobs());
        for clinic in clinics {
            match self.has_due_jobs(*clinic, &mut waiting).await {
                Ok(true) => enqueue_clinic(queue, *clinic),
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(clinic.id = %clinic, reason = %error, "a clinic's jobs could not be read");
                }
            }
        }
        waiting.report_to(self.app.metrics());
    }

    async fn has_due_jobs(&self, clinic: Uuid, waiting: &mut Waiting<'_>) -> Result<bool> {
        let entered = enter_for_job(&self.app.tenants.db, clinic).await?;
        let is_due = waiting.count(&entered.tx, self.app.clock.now()).await?;
        entered.commit().await?;
        Ok(is_due)
    }

    /// Runs one job of the next clinic, which then goes to the end of the queue.
    async fn run_next(&self, queue: &mut VecDeque<Uuid>) {
        let Some(clinic) = queue.pop_front() else { return };
        match self.one(clinic).await {
            Ok(true) => queue.push_back(clinic),
            Ok(false) => {}
            Err(error) => tracing::warn!(clinic.id = %clinic, reason = %error, "a clinic's jobs could not be done"),
        }
    }

    /// Claims and runs one job. False when nothing is due.
    pub(super) async fn one(&self, clinic: Uuid) -> Result<bool> {
        let now = self.app.clock.now();
        let entered = enter_for_job(&self.app.tenants.db, clinic).await?;
        let Some((row, was_interrupted)) = claim(&entered, now).await? else { return Ok(false) };
        // Before the commit: a stop during it leaves a claim, or none, and both can be given back.
        self.now_runs(Some(Running { clinic, id: row.id, attempts: row.attempts }));
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
        self.now_runs(None);
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
        // A job that was requested again meanwhile is not given up yet.
        let is_over = settled.iter().any(|job| job.failed_at.is_some());
        entered.commit().await?;
        if is_over && problem.is_the_operators() {
            let kind = self.jobs().label(&row.kind);
            self.app.metrics().job_given_up(kind);
            tracing::error!(clinic.id = %clinic, job.id = row.id, job.kind = kind, problem = problem.code(), "a job was given up");
        }
        Ok(())
    }

    /// A job that was requested once more while it ran is run once more.
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

    /// A job of which more is due later. It is given up after failing for three days from then on.
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

    /// Runs everything that is due in these clinics, one job of each in turn.
    #[cfg(test)]
    pub async fn visit_each(&self, clinics: &[Uuid]) {
        let mut queue = VecDeque::new();
        self.check_each(clinics, &mut queue).await;
        while !queue.is_empty() {
            self.run_next(&mut queue).await;
        }
    }

    /// Runs one job of a clinic. False when nothing is due.
    #[cfg(test)]
    pub async fn run_one(&self, clinic: Uuid) -> Result<bool> {
        self.one(clinic).await
    }

    /// Runs everything that is due in one clinic.
    #[cfg(test)]
    pub async fn visit(&self, clinic: Uuid) {
        let mut queue = VecDeque::from([clinic]);
        while !queue.is_empty() {
            self.run_next(&mut queue).await;
        }
    }
}

/// Queues a clinic, unless it is in the queue already.
fn enqueue_clinic(queue: &mut VecDeque<Uuid>, clinic: Uuid) {
    if !queue.contains(&clinic) {
        queue.push_back(clinic);
    }
}

fn given_up_at(row: &job::Model) -> DateTime<Utc> {
    row.give_up_at.unwrap_or(row.created_at + GIVEN_UP_AFTER)
}

/// The pause after this many tries: half a minute, a minute, two, and so on.
fn pause(attempts: i32) -> TimeDelta {
    TimeDelta::seconds(15 << attempts.clamp(1, 12)).min(LONGEST_PAUSE)
}

/// The next job that is due and unclaimed, and whether a worker died during it. A claim expires after five
/// minutes, and later the more often it has: a job that crashes its worker is not run all the time.
async fn claim(entered: &JobTx, now: DateTime<Utc>) -> Result<Option<(job::Model, bool)>, DbErr> {
    let row = entered.tx.query_one_raw(sql::claim(now)).await?;
    row.map(|row| Ok((job::Model::from_query_result(&row, "")?, row.try_get("", "interrupted")?))).transpose()
}
