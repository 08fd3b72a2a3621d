//! Work that follows a committed change: a row in the clinic's own outbox, written in the change's transaction,
//! and run at least once afterwards. A feature declares its kinds ([`Job`]) and registers them ([`Jobs`]).

mod figures;
mod given_up;
mod lane;
mod problem;
mod quota;
mod registry;
mod round;
mod run;
mod share;
mod sql;
#[cfg(test)]
pub(crate) mod tests;
mod worker;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::job,
    ids::{MemberId, PatientId},
};
pub use given_up::{NotResent, hold_back, nothing_to_send, retry_given_up};
pub use lane::LaneKind;
pub use problem::{Failed, Problem};
pub use quota::{AddressStatus, Delay, MailCount, forget_days, forget_recipients, mailbox};
pub use registry::{Jobs, Recipient};
pub use round::CLINICS_AT_ONCE;
pub use run::{Draft, Outcome, Run, To, Writer};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
pub use share::{Share, ShareKeeper, share};
use uuid::Uuid;
pub use worker::Worker;

use crate::foundation::{
    error::{Error, Result},
    tenancy,
};

/// The channel on which new jobs are announced.
pub const CHANNEL: &str = "celadon_job";

/// A job that has failed for this long is given up; the operator sees it.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::days(3);

/// A kind of job. Its fields are the payload in the outbox: ids, no secret and no patient's data.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the outbox and in the metrics.
    const KIND: &'static str;
    /// The subject of its mail, in a few words for the list of undelivered mails. None for a job without a
    /// mail.
    const MAIL_ABOUT: Option<&'static str> = None;
    /// Where it runs, and so which jobs it waits for. A mail is sent.
    const LANE: LaneKind = if Self::MAIL_ABOUT.is_some() { LaneKind::Sending } else { LaneKind::Small };
    /// Whether nobody waits for it: it runs when nothing else of its lane is due in the clinic.
    const CAN_WAIT: bool = false;
    /// Whether a request for it while it runs means running it once more: the running one may have read the
    /// state before the change.
    const RUNS_AGAIN: bool = false;
    /// Whether its payload may hold a link that was made for its mail.
    const HOLDS_LINK: bool = false;

    /// The member who receives its mail.
    fn member(&self) -> Option<MemberId> {
        None
    }

    /// The patient who receives its mail.
    fn patient(&self) -> Option<PatientId> {
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
    enqueue_at(tx, clinic, now, now, job).await
}

/// The same for a job that is not due before `run_at`. An equal job that is unfinished keeps the earlier of both times.
///
/// # Errors
/// When the database is out of reach.
pub async fn enqueue_at<J: Job>(
    tx: &impl ConnectionTrait,
    clinic: Uuid,
    now: DateTime<Utc>,
    run_at: DateTime<Utc>,
    job: &J,
) -> Result<()> {
    let payload = payload(job)?;
    let mut about = payload.clone();
    let brings_link = about.remove("link").is_some();
    let new = sql::NewJob {
        kind: J::KIND,
        payload: Value::Object(payload),
        dedupe_key: Value::Object(about).to_string(),
        again: i32::from(J::RUNS_AGAIN),
    };
    if J::HOLDS_LINK && !brings_link {
        tx.execute_raw(sql::leave_out_dead_link(&new.dedupe_key)).await?;
    }
    tx.execute_raw(sql::enqueue(new, now, run_at)).await?;
    notify(tx, clinic).await
}

/// Releases the mails that waited for the owner's address to be confirmed.
///
/// # Errors
/// When the database is out of reach.
pub async fn release_unconfirmed(tx: &impl ConnectionTrait, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    job::Entity::update_many()
        .col_expr(job::Column::RunAt, Expr::value(now))
        .filter(job::Column::LastProblem.eq(Problem::Unconfirmed.code()))
        .filter(job::Column::DoneAt.is_null())
        .filter(job::Column::FailedAt.is_null())
        .exec(tx)
        .await?;
    notify(tx, clinic).await
}

/// Notifies the workers that something is due in a clinic.
///
/// # Errors
/// When the database is out of reach.
pub async fn notify(tx: &impl ConnectionTrait, clinic: Uuid) -> Result<()> {
    Ok(tenancy::notify(tx, CHANNEL, &clinic.to_string()).await?)
}
