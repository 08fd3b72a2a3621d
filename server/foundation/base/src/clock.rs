//! The only place that reads the system's time. Rules take the time as a parameter; tests move this clock.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

/// The time of the server and its jobs. Clones share one offset.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    offset_seconds: Arc<AtomicI64>,
}

impl Clock {
    /// In microseconds, as Postgres stores them. So a time in an answer equals the same time when it is later read from the database.
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the time")]
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6) + TimeDelta::seconds(self.offset_seconds.load(Ordering::Relaxed))
    }

    /// Moves the clock ahead. For tests only.
    pub fn advance(&self, by: TimeDelta) {
        self.offset_seconds.fetch_add(by.num_seconds(), Ordering::Relaxed);
    }
}
