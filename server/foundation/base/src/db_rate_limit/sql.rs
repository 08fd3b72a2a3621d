//! The statement of the rate limits, which SeaORM can express only in code that is hard to read.

use chrono::{DateTime, Utc};
use sea_orm::{DbBackend, Statement, Value};

use super::{Counter, Table};

/// Counts one try for each counter in one round trip, each by its own allowance. In SeaORM these nested cases are several times as long.
///
/// The sum of a time and an interval depends on the session's time zone unless it is computed in UTC, and an upsert
/// in Citus may not depend on the session. Citus also misreads the form of `case` that names its value first.
pub(super) fn count(table: Table, counters: &[Counter], now: DateTime<Utc>) -> Statement {
    let table = match table {
        Table::SignIn => "sign_in_limit",
        Table::SignUp => "registry.sign_up_limit",
    };
    // $1 is the present time. Each counter has three more parameters: its name, the time when its allowance is full again, its tries.
    let place = |at: usize, which: usize| 2 + 3 * at + which;
    let rows: Vec<_> = (0..counters.len()).map(|at| format!("(${}, ${})", place(at, 0), place(at, 1))).collect();
    let tries: Vec<_> = (0..counters.len())
        .map(|at| format!("when held.subject = ${} then ${}::int", place(at, 0), place(at, 2)))
        .collect();
    let (rows, tries) = (rows.join(", "), format!("case {} end", tries.join(" ")));
    let text = format!(
        "insert into {table} as held (subject, settled_at) values {rows}
         on conflict (subject) do update
             set settled_at = (case
                 when held.settled_at - $1 > (excluded.settled_at - $1) * 2 * {tries}
                 then $1 at time zone 'UTC' + (excluded.settled_at - $1) * {tries}
                 else greatest(held.settled_at, $1) at time zone 'UTC' + (excluded.settled_at - $1) end) at time zone 'UTC'
         returning subject, settled_at"
    );
    let values = counters.iter().flat_map(|(name, allowance)| -> [Value; 3] {
        [name.as_str().into(), (now + allowance.each).into(), allowance.tries.into()]
    });
    Statement::from_sql_and_values(DbBackend::Postgres, text, std::iter::once(now.into()).chain(values))
}
