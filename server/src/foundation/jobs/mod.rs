//! Work that follows a committed change: a row in the clinic's own outbox, written in the change's
//! transaction, done at least once afterwards.

mod figures;
mod given_up;
mod letters;
mod problem;
mod quota;
#[cfg(test)]
pub(crate) mod tests;
mod upkeep;
mod work;

use chrono::{DateTime, TimeDelta, Utc};
pub use given_up::{Nothing, nothing_to_send, take_up_again};
pub use problem::Problem;
pub use quota::{MailLimits, mailbox};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde::{Deserialize, Serialize};
#[cfg(test)]
pub use upkeep::keep_up;
use uuid::Uuid;
pub use work::Worker;
#[cfg(test)]
pub use work::round;

use crate::foundation::{
    auth::account_link::AccountLink,
    error::{Error, Result},
};

/// The channel on which new work is told.
pub const CHANNEL: &str = "celadon_job";

/// A job that has failed for so long is given up and left for a person to look at.
const GIVEN_UP_AFTER: TimeDelta = TimeDelta::days(3);

/// Declares the jobs and the name of each kind at once, so that no kind can be left out of the figures.
macro_rules! jobs {
    ($($(#[$doc:meta])* $job:ident $({ $($(#[$of_field:meta])* $field:ident: $value:ty),* $(,)? })? = $kind:literal,)*) => {
        /// What can be asked for. Payloads hold ids: no secret and no patient's data stands in the outbox.
        #[derive(Debug, Clone, Copy, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Job {
            $($(#[$doc])* #[serde(rename = $kind)] $job $({ $($(#[$of_field])* $field: $value),* })?,)*
        }

        impl Job {
            /// Every kind that there is: figures tell them apart, and know no others.
            pub const KINDS: &[&str] = &[$($kind),*];

            const fn kind(self) -> &'static str {
                match self {
                    $(Self::$job { .. } => $kind,)*
                }
            }
        }
    };
}

jobs! {
    /// Mail a new member the link that was made.
    Invitation { member: i64, link: AccountLink } = "invitation",
    /// Make a link to set a new password, and mail it.
    PasswordReset {
        member: i64,
        /// Once it was made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<AccountLink>,
    } = "password_reset",
    /// Mail an owner a link that confirms the address.
    EmailConfirmation {
        member: i64,
        /// Once it was made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<AccountLink>,
    } = "email_confirmation",
    /// Bring the clinic's name and time zone from its settings to the registry.
    ClinicProfile = "clinic_profile",
    /// Tell a member that somebody on the team has taken away their second factor.
    SecondFactorRemoved { member: i64 } = "second_factor_removed",
    /// Tell a member what was changed about their account.
    AccountNotice { member: i64, notice: i64 } = "account_notice",
    /// Tell a member who looks after the billing something of the clinic's subscription.
    BillingNotice { member: i64, notice: i64 } = "billing_notice",
    /// Tell one of the clinic's owners, or without a member each, that somebody of the service may look
    /// into the clinic.
    SupportGranted {
        access: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<i64>,
    } = "support_granted",
}

impl Job {
    /// Whom the job writes to; none for work that writes to nobody.
    pub const fn member(self) -> Option<i64> {
        match self {
            Self::Invitation { member, .. }
            | Self::PasswordReset { member, .. }
            | Self::EmailConfirmation { member, .. }
            | Self::SecondFactorRemoved { member }
            | Self::AccountNotice { member, .. }
            | Self::BillingNotice { member, .. } => Some(member),
            Self::SupportGranted { member, .. } => member,
            Self::ClinicProfile => None,
        }
    }

    /// Whether asking while it is under way means doing it once more: what is under way may have read
    /// what was there before.
    const fn is_done_again(self) -> bool {
        matches!(self, Self::ClinicProfile | Self::Invitation { .. })
    }
}

/// Asks for work in the transaction of the change that needs it; a worker hears of it when that
/// commits. While the same work is unfinished, asking again adds none: a newer link takes the place of
/// the one that waits, and one that is not good any more is left out, so that another is made.
///
/// Who asks again waits no longer for what failed before, and has the whole time until it is given up. What
/// a limit holds back waits until then: asking lifts no limit.
///
/// # Errors
/// When the database is out of reach.
pub async fn enqueue(tx: &impl ConnectionTrait, clinic: Uuid, now: DateTime<Utc>, wanted: &Job) -> Result<()> {
    let unwritten = || Error::Internal("a job could not be written".into());
    let payload = serde_json::to_value(wanted).map_err(|_| unwritten())?;
    let mut about = payload.clone();
    about.as_object_mut().ok_or_else(unwritten)?.remove("link");
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
            wanted.kind().into(),
            payload.into(),
            about.to_string().into(),
            now.into(),
            (now + GIVEN_UP_AFTER).into(),
            i32::from(wanted.is_done_again()).into(),
            Problem::LIMITS.map(|problem| problem.code().to_owned()).to_vec().into(),
        ],
    ))
    .await?;
    notify(tx, clinic).await
}

/// Lets the mails go that waited for the owner's address to be confirmed.
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

/// Tells the workers that something is due in a clinic.
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
