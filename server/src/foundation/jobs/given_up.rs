//! Jobs that were given up: which of them have nothing to send any more, and how the others are retried.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use super::GIVEN_UP_AFTER;

/// Why a mail that was given up is not sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nothing {
    /// Its link was used, or another has replaced it. Holds the job's kind.
    Withdrawn(String),
    /// The member is no longer on the team.
    Gone,
}

impl Nothing {
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

/// Selects, among jobs, those whose mail cannot be written any more; matches what the jobs themselves check.
const NOTHING: &str = "case
    when job.payload -> 'link' is not null and not exists (select from account_link link
        where link.id = (job.payload -> 'link' ->> 'id')::bigint and link.used_at is null and link.voided_at is null)
        then 'withdrawn'
    when job.payload -> 'member' is not null and job.kind <> 'account_notice' and not exists (select from member
        where member.id = (job.payload ->> 'member')::bigint and member.status = 'active' and member.removed_at is null)
        then 'gone'
    end";

/// Which of the jobs that were given up, one or all, are not worth retrying, and why.
pub async fn nothing_to_send(tx: &impl ConnectionTrait, id: Option<i64>) -> Result<Vec<Nothing>, DbErr> {
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        format!(
            "select kind, nothing from (select kind, {NOTHING} as nothing from job
                where failed_at is not null and ($1::bigint is null or id = $1)) given_up
             where nothing is not null"
        ),
        [id.into()],
    );
    let rows = tx.query_all_raw(statement).await?;
    let reason = |row: sea_orm::QueryResult| {
        let nothing: String = row.try_get("", "nothing")?;
        Ok(if nothing == "gone" { Nothing::Gone } else { Nothing::Withdrawn(row.try_get("", "kind")?) })
    };
    rows.into_iter().map(reason).collect()
}

/// Retries jobs that were given up, as if they had been enqueued now: one, or all that no newer job has
/// replaced. Jobs that have nothing to send are left. Returns how many were retried.
pub async fn take_up_again(tx: &impl ConnectionTrait, id: Option<i64>, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        format!(
            "update job set failed_at = null, attempts = 0, run_at = $1, give_up_at = $2, last_problem = null
         where failed_at is not null and {NOTHING} is null and case when $3::bigint is not null then id = $3 else
            not exists (select from job newer where newer.dedupe_key = job.dedupe_key and newer.id <> job.id
                and newer.done_at is null and (newer.failed_at is null or newer.id > job.id)) end"
        ),
        [now.into(), (now + GIVEN_UP_AFTER).into(), id.into()],
    );
    Ok(tx.execute_raw(statement).await?.rows_affected())
}
