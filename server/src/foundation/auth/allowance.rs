//! An allowance of tries that refills with time.

use chrono::TimeDelta;

/// How many tries at once, and how long until another one.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    pub tries: i32,
    pub each: TimeDelta,
}
