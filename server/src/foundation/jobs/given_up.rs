//! Jobs that were given up: which of them have nothing to send any more, and how the others are retried.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbErr};

use super::sql;

/// Why a mail that was given up is not sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotResent {
    /// Its link was used, or another has replaced it. Holds the job's kind.
    Withdrawn(String),
    /// The member is no longer on the team.
    Gone,
}

impl NotResent {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Withdrawn(_) => "withdrawn",
            Self::Gone => "gone",
        }
    }

    pub fn sentence(&self) -> &'static str {
        match self {
            Self::Withdrawn(kind) if kind == "invitation" => {
                "This link was used or withdrawn. Make a new invitation if one is still needed."
            }
            Self::Withdrawn(_) => "This link was used or withdrawn. Ask for a new one if it is still needed.",
            Self::Gone => "This person is not active on the team, so nothing is sent.",
        }
    }
}

/// Which of the jobs that were given up, one or all, are not worth retrying, and why.
pub async fn nothing_to_send(tx: &impl ConnectionTrait, id: Option<i64>) -> Result<Vec<NotResent>, DbErr> {
    let rows = tx.query_all_raw(sql::nothing_to_send(id)).await?;
    let reason = |row: sea_orm::QueryResult| {
        let nothing: String = row.try_get("", "nothing")?;
        Ok(if nothing == "gone" { NotResent::Gone } else { NotResent::Withdrawn(row.try_get("", "kind")?) })
    };
    rows.into_iter().map(reason).collect()
}

/// Retries jobs that were given up, as if they had been enqueued now: one, or all that no newer job has
/// replaced. Jobs that have nothing to send are left. Returns how many were retried.
pub async fn retry_given_up(tx: &impl ConnectionTrait, id: Option<i64>, now: DateTime<Utc>) -> Result<u64, DbErr> {
    Ok(tx.execute_raw(sql::retry_given_up(id, now)).await?.rows_affected())
}
