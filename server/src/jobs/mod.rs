//! Work that follows a committed change: a row in the clinic's own outbox, written in the change's
//! transaction, done at least once afterwards.

mod figures;
#[cfg(test)]
mod tests;
mod upkeep;
mod work;

use chrono::{DateTime, Utc};
use entity::clinic::job;
use sea_orm::{ActiveValue::Set, ConnectionTrait, DbBackend, EntityTrait, Statement};
use serde::{Deserialize, Serialize};
#[cfg(test)]
pub use upkeep::keep_up;
use uuid::Uuid;
pub use work::Worker;
#[cfg(test)]
pub use work::round;

use crate::{
    account_link::AccountLink,
    error::{Error, Result},
};

/// The channel on which new work is told.
pub const CHANNEL: &str = "celadon_job";

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
    PasswordReset { member: i64 } = "password_reset",
    /// Bring the clinic's name and time zone from its settings to the registry.
    ClinicProfile = "clinic_profile",
    /// Tell a member that somebody on the team has taken away their second factor.
    SecondFactorRemoved { member: i64 } = "second_factor_removed",
    /// Tell a member what was changed about their account.
    AccountNotice { member: i64, notice: i64 } = "account_notice",
    /// Tell a member who looks after the billing something of the clinic's subscription.
    BillingNotice { member: i64, notice: i64 } = "billing_notice",
    /// Tell the clinic's owners that somebody of the service may look into the clinic.
    SupportGranted { access: i64 } = "support_granted",
}

/// Asks for work in the transaction of the change that needs it; a worker hears of it when that
/// commits.
///
/// # Errors
/// When the database is out of reach.
pub async fn enqueue(tx: &impl ConnectionTrait, clinic: Uuid, now: DateTime<Utc>, wanted: &Job) -> Result<()> {
    let payload = serde_json::to_value(wanted).map_err(|_| Error::Internal("a job could not be written".into()))?;
    let row = job::ActiveModel {
        kind: Set(wanted.kind().to_owned()),
        payload: Set(payload),
        run_at: Set(now),
        attempts: Set(0),
        created_at: Set(now),
        ..Default::default()
    };
    job::Entity::insert(row).exec_without_returning(tx).await?;
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select pg_catalog.pg_notify($1, $2)",
        [CHANNEL.into(), clinic.to_string().into()],
    ))
    .await?;
    Ok(())
}
