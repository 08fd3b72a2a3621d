//! Carrying out a plan: a few moves at once, slowed down, one plan at a time. What was interrupted is continued by the
//! same command.

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
use crate::foundation::{
    clock::Clock,
    tenancy::{MAIN, OwnerDb},
};

/// After this many failures one after the other no further move is begun: something is wrong with a placement.
const FAILURES: u32 = 3;

/// How moves are slowed down.
#[derive(Debug, Clone, Copy)]
pub struct Throttle {
    /// How many clinics are moved at once.
    pub at_once: usize,
    /// How many megabytes a second all moves together may take on average: after each one there is a pause.
    pub megabytes_a_second: Option<u32>,
    /// The pause after each move, at least.
    pub pause: Duration,
    /// A clinic whose fence would be longer stays where it is.
    pub longest_fence: Duration,
}

/// What is told while a plan is carried out.
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

/// Moves the clinics of a plan. One that cannot be moved stays where it is and does not stop the others.
///
/// # Errors
/// When another plan is being carried out, or the registry is out of reach.
pub async fn carry_out(
    owner: &OwnerDb,
    plan: Vec<Planned>,
    throttle: Throttle,
    clock: &Clock,
    tell: impl Fn(Step<'_>),
) -> Result<CarriedOut, ClinicOpsError> {
    // Held as long as the connection is open.
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
    /// How long to wait after a move of so many bytes that took so long.
    fn pause_after(&self, bytes: u64, took: Duration) -> Duration {
        let Some(rate) = self.megabytes_a_second else { return self.pause };
        // Each of the moves at once has its part of the rate.
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
