//! The only place that reads the system's time. Rules take the time as a parameter; tests move this clock.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

/// The time, as the server and its jobs see it. Clones share one offset.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    offset_seconds: Arc<AtomicI64>,
}

impl Clock {
    /// In microseconds, as Postgres stores them: a time in an answer equals the one that is read from the
    /// database later.
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the time")]
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6) + TimeDelta::seconds(self.offset_seconds.load(Ordering::Relaxed))
    }

    /// Moves the clock ahead. Only tests do this.
    #[cfg(test)]
    pub fn advance(&self, by: TimeDelta) {
        self.offset_seconds.fetch_add(by.num_seconds(), Ordering::Relaxed);
    }
}
