//! Jobs that follow a committed change. A job is a row in the clinic's own outbox, written in the change's transaction, and
//! runs at least once afterwards. A feature declares its kinds ([`Job`]) and registers them ([`Jobs`]).

mod figures;
mod given_up;
pub mod lane;
mod problem;
mod quota;
mod registry;
mod round;
mod run;
mod share;
pub mod sql;
mod worker;

pub use given_up::{NotResent, hold_back, nothing_to_send, retry_given_up};
pub use lane::LaneKind;
pub use problem::{Failed, Problem};
pub use quota::{AddressStatus, Delay, MailCount, forget_days, forget_recipients, mailbox};
pub use registry::{Jobs, Recipient};
pub use round::CLINICS_AT_ONCE;
pub use run::{Draft, Outcome, Run, To, Writer};
pub use share::{Share, ShareKeeper, share};
pub use worker::Worker;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::job,
    ids::{MemberId, PatientId},
};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use uuid::Uuid;

use base::error::{Error, Result};

/// The channel on which new jobs are announced.
pub const CHANNEL: &str = "celadon_job";

/// A job that has failed for this long is given up; the operator sees it.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::days(3);

/// A kind of job. Its fields are the payload in the outbox: ids, no secret and no patient's data.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The kind's name in the outbox and in the metrics.
    const KIND: &'static str;
    /// The subject of its mail, in a few words for the list of undelivered mails. `None` for a job without a mail.
    const MAIL_ABOUT: Option<&'static str> = None;
    /// The lane in which it runs, and so the jobs that it waits for. A job with a mail runs in the sending lane.
    const LANE: LaneKind = if Self::MAIL_ABOUT.is_some() { LaneKind::Sending } else { LaneKind::Small };
    /// Whether nobody waits for it. If so, it runs when no other job of its lane is due in the clinic.
    const CAN_WAIT: bool = false;
    /// Whether a request for it while it runs makes it run once more. The running job may have read the state before the change.
    const RUNS_AGAIN: bool = false;
    /// Whether its payload may hold a link made for its mail.
    const HOLDS_LINK: bool = false;

    /// The member who receives its mail.
    fn member(&self) -> Option<MemberId> {
        None
    }

    /// The patient who receives its mail.
    fn patient(&self) -> Option<PatientId> {
        None
    }

    /// Runs the job once.
    fn run(self, run: Run<'_>) -> impl Future<Output = Result<Outcome, Failed>> + Send;
}

fn read<J: Job>(payload: &Value) -> Result<J> {
    J::deserialize(payload).map_err(|_| Error::Internal("a job's payload cannot be read".into()))
}

/// The job as it is stored in the outbox.
pub fn payload<J: Job>(job: &J) -> Result<Map<String, Value>> {
    let unwritten = || Error::Internal("a job could not be written".into());
    let Value::Object(mut payload) = serde_json::to_value(job).map_err(|_| unwritten())? else {
        return Err(unwritten());
    };
    payload.insert("kind".into(), J::KIND.into());
    Ok(payload)
}

/// Enqueues a job in the transaction of the change that needs it; a worker is notified when that commits. No second
/// job is added while an equal job is unfinished. A newer link replaces the link in that job, and a link that is no
/// longer valid is removed, so that the job makes another.
///
/// A repeated request ends the pause after a failure and restarts the time until the job is given up. If a limit
/// delays the job, the job keeps waiting, because a request lifts no limit.
pub async fn enqueue<J: Job>(tx: &impl ConnectionTrait, clinic: Uuid, now: DateTime<Utc>, job: &J) -> Result<()> {
    enqueue_at(tx, clinic, now, now, job).await
}

/// The same for a job that is not due before `run_at`. An unfinished equal job keeps the earlier of the two times.
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

/// Releases the mails that waited until the owner's address was confirmed.
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

/// Notifies the workers that a job is due in a clinic.
pub async fn notify(tx: &impl ConnectionTrait, clinic: Uuid) -> Result<()> {
    Ok(tenancy::announce_job(tx, clinic).await?)
}
