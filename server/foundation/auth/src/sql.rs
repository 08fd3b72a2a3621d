//! The statements about sign-in attempts that SeaORM cannot express, or only in code that is hard to read.

use chrono::{DateTime, Utc};
use sea_orm::{DbBackend, Statement, Value};

use base::db_rate_limit::Counter;

fn statement(text: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// Gives an attempt back. SeaORM cannot pass a named argument, such as those of `make_interval`. Times are in UTC,
/// because an update in Citus may not depend on the session's time zone.
pub(super) fn give_back([here, network, account]: &[Counter; 3], now: DateTime<Utc>) -> Statement {
    statement(
        "update sign_in_limit set settled_at = case
             when subject = $1 then $4
             when subject = $2 then (settled_at at time zone 'UTC' - make_interval(secs => $5)) at time zone 'UTC'
             else (settled_at at time zone 'UTC' - make_interval(secs => $6)) at time zone 'UTC' end
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
