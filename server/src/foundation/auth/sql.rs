//! The statements about sign-in attempts that SeaORM cannot express, or only in builders that are hard to read.

use chrono::{DateTime, Utc};
use sea_orm::{DbBackend, Statement, Value};

use super::allowance::Allowance;

fn statement(text: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// Counts one attempt for three subjects in one round trip, each by its own allowance. In SeaORM these nested cases are
/// several times as long.
pub(super) fn count(subjects: &[(String, Allowance); 3], now: DateTime<Utc>) -> Statement {
    let rows = subjects.iter().flat_map(|(name, allowance)| [name.as_str().into(), (now + allowance.each).into()]);
    statement(
        "insert into sign_in_limit as held (subject, settled_at) values ($1, $2), ($3, $4), ($5, $6)
         on conflict (subject) do update
             set settled_at = (excluded.settled_at - $7) + case
                 when held.settled_at - $7 > (excluded.settled_at - $7) * 2 * case held.subject
                     when $1 then $8::int when $3 then $9::int else $10::int end
                 then $7 + (excluded.settled_at - $7) * (case held.subject
                     when $1 then $8::int when $3 then $9::int else $10::int end - 1)
                 else greatest(held.settled_at, $7) end
         returning subject, settled_at",
        rows.chain([now.into()]).chain(subjects.iter().map(|(_, allowance)| allowance.tries.into())),
    )
}

/// Gives an attempt back. SeaORM cannot pass a named argument, as to `make_interval`.
pub(super) fn give_back([here, network, account]: &[(String, Allowance); 3], now: DateTime<Utc>) -> Statement {
    statement(
        "update sign_in_limit set settled_at = case subject
             when $1 then $4
             when $2 then settled_at - make_interval(secs => $5)
             else settled_at - make_interval(secs => $6) end
         where subject in ($1, $2, $3)",
        [
            here.0.as_str().into(),
            network.0.as_str().into(),
            account.0.as_str().into(),
            now.into(),
            network.1.each.as_seconds_f64().into(),
            account.1.each.as_seconds_f64().into(),
        ],
    )
}
