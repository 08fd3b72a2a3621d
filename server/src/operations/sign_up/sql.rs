//! The statements of the platform's own host that SeaORM cannot say, or only in builders that are hard to read.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{DbBackend, Statement};

/// Takes requests that nobody has locked. In SeaORM an UPDATE around a subquery with `skip locked` is several times as
/// long.
pub(super) fn claim(now: DateTime<Utc>, at_once: i64, term: TimeDelta) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update registry.find_request set claimed_until = $2
         where id in (
            select id from registry.find_request
            where done_at is null and (claimed_until is null or claimed_until <= $1)
            order by asked_at, id limit $3 for update skip locked
         )
         returning id, email, tries, missed",
        [now.into(), (now + term).into(), at_once.into()],
    )
}

/// Counts one request and returns, in one round trip, whether it is allowed and when the next is. SeaORM's INSERT cannot
/// be part of a CTE.
pub(super) fn count(subject: String, now: DateTime<Utc>, each: TimeDelta, latest: DateTime<Utc>) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "with counted as (
            insert into registry.sign_up_limit as held (subject, settled_at) values ($1, $2)
            on conflict (subject) do update
                set settled_at = greatest(held.settled_at, $3) + ($2 - $3)
                where greatest(held.settled_at, $3) + ($2 - $3) <= $4
            returning settled_at
         )
         select exists (select from counted) as fits,
            (select settled_at from registry.sign_up_limit where subject = $1) as settled_at",
        [subject.into(), (now + each).into(), now.into(), latest.into()],
    )
}
