//! Jobs that were given up: those with nothing to send any more, the retry of the others, and jobs that an operator gives up.

use chrono::{DateTime, Utc};
use entity::clinic::job;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, sea_query::Expr};

use super::{Problem, sql};

/// Why a mail that was given up is not sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotResent {
    /// The link was used, or another link has replaced it. Holds the job's kind.
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

/// The reasons of the given-up jobs that are not worth retrying, for one job or for all.
pub async fn nothing_to_send(tx: &impl ConnectionTrait, id: Option<i64>) -> Result<Vec<NotResent>, DbErr> {
    let rows = tx.query_all_raw(sql::nothing_to_send(id)).await?;
    let reason = |row: sea_orm::QueryResult| {
        let nothing: String = row.try_get("", "nothing")?;
        Ok(if nothing == "gone" { NotResent::Gone } else { NotResent::Withdrawn(row.try_get("", "kind")?) })
    };
    rows.into_iter().map(reason).collect()
}

/// Retries jobs that were given up, as if they had been enqueued now: one, or all that no newer job has replaced.
/// Jobs that have nothing to send are not retried. Returns how many were retried.
pub async fn retry_given_up(tx: &impl ConnectionTrait, id: Option<i64>, now: DateTime<Utc>) -> Result<u64, DbErr> {
    Ok(tx.execute_raw(sql::retry_given_up(id, now)).await?.rows_affected())
}

/// Gives up the unfinished jobs of these kinds that were due by `until`. It is not known whether they were done, because the outbox
/// was restored to an earlier moment. They can be retried like any job that was given up. Returns how many there were.
pub async fn hold_back(
    tx: &impl ConnectionTrait,
    kinds: impl IntoIterator<Item = &'static str>,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<u64, DbErr> {
    let held = job::Entity::update_many()
        .col_expr(job::Column::FailedAt, Expr::value(now))
        .col_expr(job::Column::LastProblem, Expr::value(Problem::PutBack.code()))
        .col_expr(job::Column::ClaimedUntil, Expr::null())
        .filter(job::Column::Kind.is_in(kinds))
        .filter(job::Column::DoneAt.is_null())
        .filter(job::Column::FailedAt.is_null())
        .filter(job::Column::RunAt.lte(until))
        .exec(tx)
        .await?;
    Ok(held.rows_affected)
}
