//! Rate limits with counts in Postgres, so that they survive a restart and all servers share them. Each try uses part
//! of an allowance that refills with time.

mod sql;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ConnectionTrait;

use crate::error::{Error, Result};

/// The number of tries at once, and the time until another one.
#[derive(Clone, Copy)]
pub struct Allowance {
    pub tries: i32,
    pub each: TimeDelta,
}

/// The table that holds the counts.
#[derive(Clone, Copy)]
pub enum Table {
    /// A clinic's own table.
    SignIn,
    /// The registry's table.
    SignUp,
}

/// A counter: a name that reveals no address, and its allowance.
pub type Counter = (String, Allowance);

/// Counts one try for each counter. Returns the counters whose allowance is exceeded, with the time that each must wait.
///
/// Commit after every allowed try, whatever its result. After a refusal roll back, so that refused tries do not make the wait longer.
///
/// A row that is twice as far ahead as its allowance was written by a server with a wrong clock. Such a row allows
/// one try at once, so that nobody waits for as long as the clock was ahead.
pub async fn count(
    db: &impl ConnectionTrait,
    table: Table,
    counters: &[Counter],
    now: DateTime<Utc>,
) -> Result<Vec<(String, TimeDelta)>> {
    let rows = db.query_all_raw(sql::count(table, counters, now)).await?;
    let mut exceeded = Vec::new();
    for row in rows {
        let subject: String = row.try_get("", "subject")?;
        let settled_at: DateTime<Utc> = row.try_get("", "settled_at")?;
        let Some((_, allowance)) = counters.iter().find(|(name, _)| *name == subject) else { continue };
        let wait = settled_at - allowance.each * allowance.tries - now;
        if wait > TimeDelta::zero() {
            exceeded.push((subject, wait));
        }
    }
    Ok(exceeded)
}

/// The refusal of a try that has to wait.
pub fn too_many(wait: TimeDelta) -> Error {
    Error::TooMany { retry_after_seconds: u64::try_from(wait.num_seconds()).unwrap_or(0) + 1 }
}
