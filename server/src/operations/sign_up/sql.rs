//! The statement of the daily limit that SeaORM cannot express.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{DbBackend, Statement};

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
