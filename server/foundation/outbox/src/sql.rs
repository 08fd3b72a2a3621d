//! The outbox's statements that SeaORM cannot express, or only in code that is hard to read.

use std::time::Duration;

use chrono::{DateTime, Utc};
use sea_orm::{DbBackend, Statement, Value};
use sqlx::{
    AssertSqlSafe, Postgres,
    postgres::PgArguments,
    query::{Query, QueryScalar},
};

use super::{GIVEN_UP_AFTER, Problem};

fn statement(text: impl Into<String>, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// A job to insert into the outbox.
pub(super) struct NewJob {
    pub kind: &'static str,
    pub payload: serde_json::Value,
    /// Jobs with the same key are one row while they are unfinished.
    pub dedupe_key: String,
    /// Added to `wanted` of the existing row.
    pub again: i32,
}

/// Inserts a job, or merges its JSON into the row with the same key. In SeaORM these nested cases are several times as long.
pub(super) fn enqueue(new: NewJob, now: DateTime<Utc>, run_at: DateTime<Utc>) -> Statement {
    statement(
        "insert into job (kind, payload, dedupe_key, run_at, give_up_at, attempts, created_at)
         values ($1, $2, $3, $4, $5, 0, $8)
         on conflict (dedupe_key) where done_at is null and failed_at is null
         do update set wanted = job.wanted + $6, payload = job.payload || excluded.payload,
            run_at = case when job.last_problem = any($7) then job.run_at else least(job.run_at, excluded.run_at) end,
            give_up_at = greatest(job.give_up_at, excluded.give_up_at)",
        [
            new.kind.into(),
            new.payload.into(),
            new.dedupe_key.into(),
            run_at.into(),
            (run_at + GIVEN_UP_AFTER).into(),
            new.again.into(),
            Problem::LIMITS.map(|problem| problem.code().to_owned()).to_vec().into(),
            now.into(),
        ],
    )
}

/// Removes the link from the unfinished job with this key if the link is no longer valid. An upsert could do both at once,
/// but Citus reads no other table in an upsert. In SeaORM its cases, which read ids from JSON, are several times as long.
pub(super) fn leave_out_dead_link(dedupe_key: &str) -> Statement {
    statement(
        "update job set payload = payload - 'link'
         where dedupe_key = $1 and done_at is null and failed_at is null and payload -> 'link' is not null
            and not exists (select from account_link link where link.id = (job.payload -> 'link' ->> 'id')::bigint
                and link.used_at is null and link.voided_at is null)",
        [dedupe_key.into()],
    )
}

/// Some of the kinds of jobs.
pub(super) enum Kinds {
    These(Vec<String>),
    /// All other kinds, including those that only a newer release knows.
    AllBut(Vec<String>),
}

/// Claims the next job, and returns whether an earlier claim was interrupted. A CTE with a lock reads that from
/// before the update, which SeaORM's UPDATE does not support. Times are in UTC, because an update in Citus may not
/// depend on the session's time zone.
///
/// Claims a job of these kinds, or of any kind. The kinds in `last` come after all others.
pub(super) fn claim(now: DateTime<Utc>, kinds: Option<Kinds>, last: Vec<String>) -> Statement {
    let (named, are_named) = match kinds {
        Some(Kinds::These(kinds)) => (kinds, Some(true)),
        Some(Kinds::AllBut(kinds)) => (kinds, Some(false)),
        None => (Vec::new(), None),
    };
    statement(
        "with due as (
            select id as due_id, claimed_until is not null as interrupted from job
            where done_at is null and failed_at is null and run_at <= $1
              and (claimed_until is null or claimed_until <= $1)
              and ($3::boolean is null or (kind = any ($2)) = $3)
            order by kind = any ($4), run_at, id limit 1 for update skip locked
         )
         update job set attempts = attempts + 1,
            claimed_until = ($1 at time zone 'UTC' + interval '5 minutes' * power(2, least(greatest(attempts, 0), 6)))
                at time zone 'UTC'
         from due where id = due_id
         returning id, kind, payload, dedupe_key, wanted, run_at, give_up_at, attempts, claimed_until, done_at,
            failed_at, last_problem, created_at, interrupted",
        [now.into(), named.into(), are_named.into(), last.into()],
    )
}

/// Selects why a job's mail cannot be written any more; matches the checks of the jobs themselves. In SeaORM its
/// cases, which read ids from JSON, are several times as long.
const NOTHING: &str = "case
    when job.payload -> 'link' is not null and not exists (select from account_link link
        where link.id = (job.payload -> 'link' ->> 'id')::bigint and link.used_at is null and link.voided_at is null)
        then 'withdrawn'
    when job.payload -> 'member' is not null and job.kind <> 'account_notice' and not exists (select from member
        where member.id = (job.payload ->> 'member')::bigint and member.status = 'active' and member.removed_at is null)
        then 'gone'
    end";

/// The given-up jobs whose mail cannot be written any more, and why. Contains the text of [`NOTHING`].
pub(super) fn nothing_to_send(id: Option<i64>) -> Statement {
    statement(
        format!(
            "select kind, nothing from (select kind, {NOTHING} as nothing from job
                where failed_at is not null and ($1::bigint is null or id = $1)) given_up
             where nothing is not null"
        ),
        [id.into()],
    )
}

/// Makes given-up jobs due again, except those whose mail cannot be written and those that a newer job replaces.
/// Contains the text of [`NOTHING`].
pub(super) fn retry_given_up(id: Option<i64>, now: DateTime<Utc>) -> Statement {
    statement(
        format!(
            "update job set failed_at = null, attempts = 0, run_at = $1, give_up_at = $2, last_problem = null
         where failed_at is not null and {NOTHING} is null and case when $3::bigint is not null then id = $3 else
            not exists (select from job newer where newer.dedupe_key = job.dedupe_key and newer.id <> job.id
                and newer.done_at is null and (newer.failed_at is null or newer.id > job.id)) end"
        ),
        [now.into(), (now + GIVEN_UP_AFTER).into(), id.into()],
    )
}

/// How many mails of a kind one subject may be sent.
pub(super) struct Allowance<'a> {
    pub subject: &'a str,
    pub kind: &'a str,
    pub an_hour: usize,
    pub a_day: usize,
}

/// Counts a mail unless a limit is reached, by filtering the elements of an array. SeaORM cannot name the columns of `unnest`.
pub(super) fn reserve(
    of: &Allowance<'_>,
    now: DateTime<Utc>,
    an_hour_ago: DateTime<Utc>,
    a_day_ago: DateTime<Utc>,
) -> Statement {
    statement(
        "insert into registry.mail_count as held (subject, kind, sent_at, last_at) values ($1, $2, array[$3], $3)
         on conflict (subject, kind) do update
            set sent_at = array(select moment from unnest(held.sent_at) as sent (moment) where moment > $5 order by moment) || $3, last_at = $3
            where (select count(*) from unnest(held.sent_at) as sent (moment) where moment > $4) < $6
              and (select count(*) from unnest(held.sent_at) as sent (moment) where moment > $5) < $7
         returning 1 as one",
        [
            of.subject.into(),
            of.kind.into(),
            now.into(),
            an_hour_ago.into(),
            a_day_ago.into(),
            i64::try_from(of.an_hour).unwrap_or(i64::MAX).into(),
            i64::try_from(of.a_day).unwrap_or(i64::MAX).into(),
        ],
    )
}

/// Begins the session of a worker: takes the shared lock that announces the worker, and sets the timeout after which
/// the database ends a silent session. SeaORM has neither. The numbers are arbitrary; nothing else may use them.
pub fn begin_share(silent: Duration) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "set application_name to 'celadon share'; set idle_session_timeout to {}; select pg_advisory_lock_shared(13507283, 0)",
        silent.as_millis()
    ))
}

/// The number of workers that are alive: each holds the shared lock. The catalog's views are not entities.
pub(super) fn workers() -> QueryScalar<'static, Postgres, i64, PgArguments> {
    sqlx::query_scalar(
        "select count(*) from pg_catalog.pg_locks
         where locktype = 'advisory' and granted and classid = 13507283 and objid = 0 and objsubid = 2
           and database = (select oid from pg_catalog.pg_database where datname = current_database())",
    )
}

/// Takes at most `most` of these parts, as far as they are free. SeaORM has no advisory locks of a session.
pub fn take_parts(wanted: &[u8], most: usize) -> QueryScalar<'static, Postgres, i32, PgArguments> {
    sqlx::query_scalar(
        "select part from unnest($1::integer[]) as wanted (part) where pg_try_advisory_lock(13507282, part) limit $2",
    )
    .bind(numbers(wanted))
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
}

/// As [`take_parts`].
pub(super) fn release_parts(given: &[u8]) -> Query<'static, Postgres, PgArguments> {
    sqlx::query("select pg_advisory_unlock(13507282, part) from unnest($1::integer[]) as given (part)")
        .bind(numbers(given))
}

fn numbers(parts: &[u8]) -> Vec<i32> {
    parts.iter().map(|part| i32::from(*part)).collect()
}
