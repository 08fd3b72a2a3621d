//! Work that follows a committed change: a row in the clinic's own outbox, written in the change's transaction,
//! and run at least once afterwards. A feature declares its kinds ([`Job`]) and registers them ([`Jobs`]).

mod figures;
mod given_up;
mod problem;
mod quota;
mod registry;
mod run;
#[cfg(test)]
pub(crate) mod tests;
mod worker;

use chrono::{DateTime, TimeDelta, Utc};
pub use given_up::{Nothing, nothing_to_send, take_up_again};
pub use problem::{Failed, Problem};
pub use quota::{AddressStatus, forget_days, forget_recipients, mailbox};
pub use registry::Jobs;
pub use run::{Draft, Outcome, Run, To, Writer};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use uuid::Uuid;
pub use worker::Worker;

use crate::foundation::error::{Error, Result};

/// The channel on which new jobs are announced.
pub const CHANNEL: &str = "celadon_job";

/// A job that has failed for this long is given up and left for a person to look at.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::days(3);

/// A kind of job. Its fields are the payload in the outbox: ids, no secret and no patient's data.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the outbox and in the metrics.
    const KIND: &'static str;
    /// The subject of its mail, in a few words for the list of undelivered mails. None for a job without a
    /// mail.
    const MAIL_ABOUT: Option<&'static str> = None;
    /// Whether a request for it while it runs means running it once more: the running one may have read the
    /// state before the change.
    const IS_DONE_AGAIN: bool = false;

    /// The member who receives its mail.
    fn member(&self) -> Option<i64> {
        None
    }

    /// Runs it once.
    fn run(self, run: Run<'_>) -> impl Future<Output = Result<Outcome, Failed>> + Send;
}

fn read<J: Job>(payload: &Value) -> Result<J> {
    J::deserialize(payload).map_err(|_| Error::Internal("a job's payload cannot be read".into()))
}

/// The job as it is stored in the outbox.
fn payload<J: Job>(job: &J) -> Result<Map<String, Value>> {
    let unwritten = || Error::Internal("a job could not be written".into());
    let Value::Object(mut payload) = serde_json::to_value(job).map_err(|_| unwritten())? else {
        return Err(unwritten());
    };
    payload.insert("kind".into(), J::KIND.into());
    Ok(payload)
}

/// Enqueues a job in the transaction of the change that needs it; a worker is notified when that commits. While
/// an equal job is unfinished, no second one is added: a newer link replaces the one in it, and a link that is
/// no longer valid is left out, so that another is made.
///
/// A repeated request ends the pause after a failure and restarts the time until the job is given up. A job
/// that a limit holds back keeps waiting: a request lifts no limit.
///
/// # Errors
/// When the database is out of reach.
pub async fn enqueue<J: Job>(tx: &impl ConnectionTrait, clinic: Uuid, now: DateTime<Utc>, job: &J) -> Result<()> {
    let payload = payload(job)?;
    let mut about = payload.clone();
    about.remove("link");
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "insert into job (kind, payload, dedupe_key, run_at, give_up_at, attempts, created_at)
         values ($1, $2, $3, $4, $5, 0, $4)
         on conflict (dedupe_key) where done_at is null and failed_at is null
         do update set wanted = job.wanted + $6,
            payload = case when job.payload -> 'link' is null or exists (select from account_link link
                    where link.id = (job.payload -> 'link' ->> 'id')::bigint and link.used_at is null
                      and link.voided_at is null)
                then job.payload || excluded.payload else excluded.payload end,
            run_at = case when job.last_problem = any($7) then job.run_at else least(job.run_at, excluded.run_at) end,
            give_up_at = greatest(job.give_up_at, excluded.give_up_at)",
        [
            J::KIND.into(),
            Value::Object(payload).into(),
            Value::Object(about).to_string().into(),
            now.into(),
            (now + GIVEN_UP_AFTER).into(),
            i32::from(J::IS_DONE_AGAIN).into(),
            Problem::LIMITS.map(|problem| problem.code().to_owned()).to_vec().into(),
        ],
    ))
    .await?;
    notify(tx, clinic).await
}

/// Releases the mails that waited for the owner's address to be confirmed.
///
/// # Errors
/// When the database is out of reach.
pub async fn let_go_unconfirmed(tx: &impl ConnectionTrait, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update job set run_at = $1 where last_problem = $2 and done_at is null and failed_at is null",
        [now.into(), Problem::Unconfirmed.code().into()],
    ))
    .await?;
    notify(tx, clinic).await
}

/// Notifies the workers that something is due in a clinic.
///
/// # Errors
/// When the database is out of reach.
pub async fn notify(tx: &impl ConnectionTrait, clinic: Uuid) -> Result<()> {
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select pg_catalog.pg_notify($1, $2)",
        [CHANNEL.into(), clinic.to_string().into()],
    ))
    .await?;
    Ok(())
}
