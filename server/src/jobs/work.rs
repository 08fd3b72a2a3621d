//! Takes work from the clinics' outboxes and does it.
//!
//! A job is claimed in one transaction, done outside of any, and marked done in another: what a
//! crash interrupts is claimed again when the claim runs out.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{account_notice, job, member, support_access};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult,
    IntoActiveModel, QueryFilter, Statement,
};
use sqlx::postgres::PgListener;
use tracing::Instrument;
use uuid::Uuid;

use super::{
    CHANNEL, Job,
    figures::{self, Waiting},
};
use crate::{
    account_link::{AccountLink, LinkKind},
    auth::{AccountChange, device_in_words},
    billing,
    error::{Error, Result},
    mail::{Letter, Mailer},
    state::App,
    telemetry::job_span,
    tenancy::{JobTx, clinic_ids, enter_for_job, publish_profile},
};

/// A job that was claimed and not finished is taken up again after this.
const CLAIM: TimeDelta = TimeDelta::minutes(5);
/// After so many tries a job is left for a person to look at.
const TRIES: i32 = 8;
/// How often those who look for their clinic are answered.
const FINDS: Duration = Duration::from_secs(20);
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
        tokio::join!(super::upkeep::run(self.app.clone()), self.do_what_is_asked(direct_url));
    }

    async fn do_what_is_asked(&self, direct_url: String) {
        loop {
            if let Err(error) = self.listen(&direct_url).await {
                tracing::warn!(reason = %error, "lost the notices of new work");
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// What is nobody's clinic's: asked for at the platform's own host.
    async fn platform(&self) {
        if let Err(error) = crate::platform::answer_finds(&self.app, &self.mailer).await {
            tracing::warn!(reason = %error, "those who look for their clinic were not answered");
        }
        if let Err(error) = crate::platform::forget_sign_ups(&self.app.gate.db, self.app.clock.now()).await {
            tracing::warn!(reason = %error, "old sign-ups were not forgotten");
        }
    }

    async fn listen(&self, direct_url: &str) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(direct_url).await?;
        listener.listen(CHANNEL).await?;
        let mut round = tokio::time::interval(ROUND);
        let mut finds = tokio::time::interval(FINDS);
        loop {
            tokio::select! {
                _ = round.tick() => self.visit_all().await,
                _ = finds.tick() => self.platform().await,
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
            Ok(clinics) => self.visit_each(&clinics).await,
            Err(error) => tracing::warn!(reason = %error, "the clinics could not be listed"),
        }
    }

    async fn visit_each(&self, clinics: &[Uuid]) {
        let mut waiting = Waiting::default();
        for clinic in clinics {
            self.visit_counting(*clinic, Some(&mut waiting)).await;
        }
        waiting.tell(self.app.metrics());
        if let Err(error) = figures::of_the_registry(&self.app).await {
            tracing::warn!(reason = %error, "the clinics could not be counted");
        }
    }

    /// Does everything that is due in one clinic.
    pub async fn visit(&self, clinic: Uuid) {
        self.visit_counting(clinic, None).await;
    }

    /// The same, and counts what waited before anything of it was done.
    async fn visit_counting(&self, clinic: Uuid, mut waiting: Option<&mut Waiting>) {
        loop {
            match self.one(clinic, waiting.take()).await {
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
    async fn one(&self, clinic: Uuid, waiting: Option<&mut Waiting>) -> Result<bool> {
        let now = self.app.clock.now();
        let entered = enter_for_job(&self.app.gate.db, clinic).await?;
        let Some(row) = claim(&entered, now).await? else { return Ok(false) };
        // Where nothing could be claimed nothing waits: an idle clinic costs no further question.
        if let Some(waiting) = waiting {
            waiting.count(&entered.tx, now).await?;
        }
        entered.commit().await?;
        let kind = figures::kind(&row.kind);
        let span = job_span(kind, clinic);
        let outcome = self.perform(clinic, &row, now).instrument(span.clone()).await;
        if let Err(error) = &outcome {
            span.record("otel.status_code", "ERROR");
            self.app.metrics().job_failed(kind);
            tracing::warn!(clinic.id = %clinic, job.id = row.id, job.kind = row.kind, reason = %error, "a job failed");
        }
        self.settle(clinic, row, outcome.is_ok()).await?;
        Ok(true)
    }

    async fn perform(&self, clinic: Uuid, row: &job::Model, now: DateTime<Utc>) -> Result<()> {
        let wanted: Job = serde_json::from_value(row.payload.clone())
            .map_err(|_| Error::Internal("a job's payload cannot be read".into()))?;
        match wanted {
            Job::Invitation { member, link } => {
                self.write_to(clinic, member, LinkKind::Invitation, Some(link), now).await
            }
            Job::PasswordReset { member } => self.write_to(clinic, member, LinkKind::PasswordReset, None, now).await,
            Job::SecondFactorRemoved { member } => self.tell_second_factor_removed(clinic, member).await,
            Job::AccountNotice { notice, .. } => self.tell_account_change(clinic, notice).await,
            Job::BillingNotice { member, notice } => {
                billing::mail_notice(&self.app, &self.mailer, clinic, member, notice).await
            }
            Job::SupportGranted { access } => self.tell_support_granted(clinic, access).await,
            Job::ClinicProfile => publish_profile(&self.app.gate.db, clinic).await,
        }
    }

    /// Mails a member the link, or one made for it.
    async fn write_to(
        &self,
        clinic: Uuid,
        id: i64,
        kind: LinkKind,
        link: Option<AccountLink>,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let entered = enter_for_job(&self.app.gate.db, clinic).await?;
        let member = member::Entity::find_by_id(id).one(&entered.tx).await?;
        // Whoever has left since is not written to.
        let Some(member) = member.filter(|member| member.status == "active" && member.removed_at.is_none()) else {
            return Ok(());
        };
        let link = match link {
            Some(link) => link,
            None => AccountLink::make(&entered.tx, clinic, &self.app.master, kind, id, now).await?.0,
        };
        let clinic_name = entered.clinic.name.clone();
        let url = link.url(kind, clinic, &entered.clinic.subdomain, &self.app.master, &self.app.base_url);
        entered.commit().await?;
        self.mailer.send(Letter::about(kind, &member.full_name(), &member.email, &clinic_name, &url)).await
    }

    async fn tell_second_factor_removed(&self, clinic: Uuid, id: i64) -> Result<()> {
        let entered = enter_for_job(&self.app.gate.db, clinic).await?;
        let member = member::Entity::find_by_id(id).one(&entered.tx).await?;
        let Some(member) = member.filter(|member| member.status == "active" && member.removed_at.is_none()) else {
            return Ok(());
        };
        let clinic_name = entered.clinic.name.clone();
        entered.commit().await?;
        self.mailer.send(Letter::second_factor_removed(&member.full_name(), &member.email, &clinic_name)).await
    }

    /// Written to the address that stands in the notice, whoever has it now.
    async fn tell_account_change(&self, clinic: Uuid, notice: i64) -> Result<()> {
        let entered = enter_for_job(&self.app.gate.db, clinic).await?;
        let Some(notice) = account_notice::Entity::find_by_id(notice).one(&entered.tx).await? else { return Ok(()) };
        let member = member::Entity::find_by_id(notice.member_id).one(&entered.tx).await?;
        let (Some(member), Some(change)) = (member, AccountChange::named(&notice.kind)) else { return Ok(()) };
        let (clinic_name, zone) = (entered.clinic.name.clone(), entered.clinic.time_zone);
        let origin = self.app.base_url.origin_of(&entered.clinic.subdomain);
        entered.commit().await?;
        let when = notice.at.with_timezone(&zone).format("%B %-d, %H:%M %Z");
        let whence = format!("{when}, from {} ({})", device_in_words(&notice.user_agent), notice.ip);
        let to = (member.full_name(), notice.address);
        self.mailer.send(Letter::account_changed(change, to, &clinic_name, &whence, &origin)).await
    }

    async fn tell_support_granted(&self, clinic: Uuid, access: i64) -> Result<()> {
        let entered = enter_for_job(&self.app.gate.db, clinic).await?;
        let access = support_access::Entity::find_by_id(access).one(&entered.tx).await?;
        let owners = member::Entity::find()
            .filter(member::Column::IsOwner.eq(true))
            .filter(member::Column::Status.eq("active"))
            .filter(member::Column::RemovedAt.is_null())
            .all(&entered.tx)
            .await?;
        let (clinic_name, zone) = (entered.clinic.name.clone(), entered.clinic.time_zone);
        entered.commit().await?;
        let Some(access) = access else { return Ok(()) };
        let until = access.ends_at.with_timezone(&zone).format("%B %-d, %H:%M %Z").to_string();
        for owner in owners {
            let letter =
                Letter::support_granted(&owner.full_name(), &owner.email, &clinic_name, &access.operator, &until);
            self.mailer.send(letter).await?;
        }
        Ok(())
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

/// One round by itself, through one clinic: its jobs, and the figures.
#[cfg(test)]
pub async fn round(worker: &Worker, clinic: Uuid) {
    worker.visit_each(&[clinic]).await;
    super::upkeep::one_round(&worker.app, &[clinic]).await;
}
