//! Carries out a plan: several moves at once, throttled, one plan at a time. The same command continues an interrupted
//! plan.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};

use super::{
    super::clinic_ops::{ClinicOpsError, Moved, move_to},
    plan::{Measured, Planned, measure},
    refused, sql,
};
use base::clock::Clock;
use tenancy::{MAIN, OwnerDb};

/// After this many consecutive failures no further move is started, because a placement probably has a problem.
const FAILURES: u32 = 3;

/// The throttle of moves.
#[derive(Debug, Clone, Copy)]
pub struct Throttle {
    /// How many clinics are moved at once.
    pub at_once: usize,
    /// The average rate of all moves together, in megabytes per second. Each move is followed by a pause that keeps the rate.
    pub megabytes_a_second: Option<u32>,
    /// The minimum pause after each move.
    pub pause: Duration,
    /// A clinic with a longer fence is not moved.
    pub longest_fence: Duration,
}

/// The progress of a plan.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    Begins(&'a Measured),
    Moved(&'a Measured, &'a Moved),
    Stays(&'a Planned, &'a str),
}

/// The result of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CarriedOut {
    pub moved: usize,
    pub left: usize,
}

/// Moves the clinics of a plan. A clinic that cannot be moved stays where it is and does not stop the others.
///
/// Fails when another plan is being carried out.
pub async fn carry_out(
    owner: &OwnerDb,
    plan: Vec<Planned>,
    throttle: Throttle,
    clock: &Clock,
    tell: impl Fn(Step<'_>),
) -> Result<CarriedOut, ClinicOpsError> {
    // The lock is held while the connection is open.
    let mut alone = owner.session(MAIN).await?;
    if !sql::lock_moving().fetch_one(&mut alone).await? {
        return refused("another drain or balance is at work: try again when it is done");
    }
    let failures = Cell::new(0);
    let (tell, failures) = (&tell, &failures);
    let attempts = stream::iter(plan).map(async |planned: Planned| {
        if failures.get() >= FAILURES {
            tell(Step::Stays(&planned, "the moves before it failed"));
            return false;
        }
        match one(owner, &planned, throttle, clock, tell).await {
            Ok(()) => {
                failures.set(0);
                true
            }
            Err(error) => {
                if !matches!(error, Left::TooLong(_)) {
                    failures.set(failures.get() + 1);
                }
                tell(Step::Stays(&planned, &error.to_string()));
                false
            }
        }
    });
    let outcomes: Vec<bool> = attempts.buffer_unordered(throttle.at_once.max(1)).collect().await;
    let moved = outcomes.iter().filter(|moved| **moved).count();
    Ok(CarriedOut { moved, left: outcomes.len() - moved })
}

#[derive(Debug, thiserror::Error)]
enum Left {
    #[error("it would be fenced for about {} s, which is longer than allowed", .0.as_secs())]
    TooLong(Duration),
    #[error(transparent)]
    Failed(#[from] ClinicOpsError),
}

async fn one(
    owner: &OwnerDb,
    planned: &Planned,
    throttle: Throttle,
    clock: &Clock,
    tell: &impl Fn(Step<'_>),
) -> Result<(), Left> {
    let measured = measure(owner, planned.clone()).await?;
    if measured.fence > throttle.longest_fence {
        return Err(Left::TooLong(measured.fence));
    }
    tell(Step::Begins(&measured));
    let started = Instant::now();
    let moved = move_to(owner, &planned.subdomain, &planned.to, clock.now()).await?;
    tell(Step::Moved(&measured, &moved));
    tokio::time::sleep(throttle.pause_after(measured.size.bytes, started.elapsed())).await;
    Ok(())
}

impl Throttle {
    /// The pause after a move of so many bytes that took so long.
    fn pause_after(&self, bytes: u64, took: Duration) -> Duration {
        let Some(rate) = self.megabytes_a_second else { return self.pause };
        // Concurrent moves share the rate equally.
        let parts = u64::try_from(self.at_once.max(1)).unwrap_or(1);
        let due = Duration::from_micros(bytes.saturating_mul(parts) / u64::from(rate.max(1)));
        due.saturating_sub(took).max(self.pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_keeps_the_rate_on_average() {
        let throttle = |megabytes_a_second, pause, at_once| Throttle {
            at_once,
            megabytes_a_second,
            pause: Duration::from_secs(pause),
            longest_fence: Duration::MAX,
        };
        let took = Duration::from_secs(2);
        assert_eq!(throttle(None, 0, 1).pause_after(50_000_000, took), Duration::ZERO);
        assert_eq!(throttle(None, 7, 1).pause_after(50_000_000, took), Duration::from_secs(7));
        assert_eq!(throttle(Some(10), 0, 1).pause_after(50_000_000, took), Duration::from_secs(3));
        assert_eq!(throttle(Some(10), 0, 2).pause_after(50_000_000, took), Duration::from_secs(8));
        assert_eq!(throttle(Some(10), 4, 1).pause_after(50_000_000, took), Duration::from_secs(4));
        assert_eq!(throttle(Some(100), 0, 1).pause_after(50_000_000, took), Duration::ZERO);
        assert_eq!(throttle(Some(0), 0, 1).pause_after(1_000_000, took), Duration::ZERO);
    }
}
