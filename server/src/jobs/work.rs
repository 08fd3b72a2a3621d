//! Takes work from the clinics' outboxes and does it.
//!
//! A job is claimed in one transaction, done outside of any, and marked done in another: what a
//! crash interrupts is claimed again when the claim runs out.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{job, member};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, IntoActiveModel,
    Statement,
};
use sqlx::postgres::PgListener;
use uuid::Uuid;

use super::{CHANNEL, Job};
use crate::{
    account_link::{AccountLink, LinkKind},
    error::{Error, Result},
    mail::{Letter, Mailer},
    state::App,
    tenancy::{JobTx, clinic_ids, enter_for_job},
};

/// A job that was claimed and not finished is taken up again after this.
const CLAIM: TimeDelta = TimeDelta::minutes(5);
/// After so many tries a job is left for a person to look at.
const TRIES: i32 = 8;
/// How often every clinic is looked at, in case a notice was missed.
const ROUND: Duration = Duration::from_mins(1);

/// Does the clinics' jobs.
#[derive(Clone)]
pub struct Worker {
    app: App,
    mailer: Mailer,
}

impl Worker {
    pub fn new(app: App, mailer: Mailer) -> Self {
        Self { app, mailer }
    }

    /// Works until the task is dropped.
    pub async fn run(self, direct_url: String) {
        loop {
            if let Err(error) = self.listen(&direct_url).await {
                tracing::warn!(reason = %error, "lost the notices of new work");
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn listen(&self, direct_url: &str) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(direct_url).await?;
        listener.listen(CHANNEL).await?;
        let mut round = tokio::time::interval(ROUND);
        loop {
            tokio::select! {
                _ = round.tick() => self.visit_all().await,
                notice = listener.try_recv() => match notice? {
                    Some(notice) => {
                        if let Ok(clinic) = notice.payload().parse() {
                            self.visit(clinic).await;
                        }
                    }
                    None => self.visit_all().await,
                },
            }
        }
    }

    async fn visit_all(&self) {
        match clinic_ids(&self.app.gate.db).await {
            Ok(clinics) => {
                for clinic in clinics {
                    self.visit(clinic).await;
                }
            }
            Err(error) => tracing::warn!(reason = %error, "the clinics could not be listed"),
        }
    }

    /// Does everything that is due in one clinic.
    pub async fn visit(&self, clinic: Uuid) {
        loop {
            match self.one(clinic).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!(clinic.id = %clinic, reason = %error, "a clinic's jobs could not be done");
                    return;
                }
            }
        }
    }

    /// Claims and does one job. False: nothing is due.
    async fn one(&self, clinic: Uuid) -> Result<bool> {
        let now = self.app.clock.now();
        let entered = enter_for_job(&self.app.gate.db, clinic).await?;
        let Some(row) = claim(&entered, now).await? else { return Ok(false) };
        entered.commit().await?;
        let outcome = self.perform(clinic, &row, now).await;
        if let Err(error) = &outcome {
            tracing::warn!(clinic.id = %clinic, job.id = row.id, job.kind = row.kind, reason = %error, "a job failed");
        }
        self.settle(clinic, row, outcome.is_ok()).await?;
        Ok(true)
    }

    async fn perform(&self, clinic: Uuid, row: &job::Model, now: DateTime<Utc>) -> Result<()> {
        let wanted: Job = serde_json::from_value(row.payload.clone())
            .map_err(|_| Error::Internal("a job's payload cannot be read".into()))?;
        let entered = enter_for_job(&self.app.gate.db, clinic).await?;
        let (id, kind) = match wanted {
            Job::Invitation { member, .. } => (member, LinkKind::Invitation),
            Job::PasswordReset { member } => (member, LinkKind::PasswordReset),
        };
        let member = member::Entity::find_by_id(id).one(&entered.tx).await?;
        // Whoever has left since is not written to.
        let Some(member) = member.filter(|member| member.status == "active" && member.removed_at.is_none()) else {
            return Ok(());
        };
        let link = match wanted {
            Job::Invitation { link, .. } => link,
            Job::PasswordReset { .. } => {
                AccountLink::make(&entered.tx, clinic, &self.app.master, kind, id, now).await?.0
            }
        };
        let url = link.url(kind, clinic, &entered.clinic.subdomain, &self.app.master, &self.app.base_url);
        let clinic_name = entered.clinic.name.clone();
        entered.commit().await?;
        self.mailer.send(Letter::about(kind, &member.full_name(), &member.email, &clinic_name, &url)).await
    }

    async fn settle(&self, clinic: Uuid, row: job::Model, succeeded: bool) -> Result<()> {
        let now = self.app.clock.now();
        let entered = enter_for_job(&self.app.gate.db, clinic).await?;
        let attempts = row.attempts;
        let mut row = row.into_active_model();
        row.claimed_until = Set(None);
        if succeeded {
            row.done_at = Set(Some(now));
        } else if attempts >= TRIES {
            row.failed_at = Set(Some(now));
        } else {
            row.run_at = Set(now + TimeDelta::seconds(15 << attempts));
        }
        row.update(&entered.tx).await?;
        entered.commit().await
    }
}

/// The next job that is due and nobody else is at. One whose worker died each time counts as tried:
/// it must not be taken up for ever.
async fn claim(entered: &JobTx, now: DateTime<Utc>) -> Result<Option<job::Model>> {
    let row = entered
        .tx
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "update job set attempts = attempts + 1, claimed_until = $2
             where id = (
                select id from job
                where done_at is null and failed_at is null and run_at <= $1 and attempts < $3
                  and (claimed_until is null or claimed_until <= $1)
                order by run_at, id limit 1 for update skip locked
             )
             returning id, kind, payload, run_at, attempts, claimed_until, done_at, failed_at, created_at",
            [now.into(), (now + CLAIM).into(), TRIES.into()],
        ))
        .await?;
    Ok(row.map(|row| job::Model::from_query_result(&row, "")).transpose()?)
}
