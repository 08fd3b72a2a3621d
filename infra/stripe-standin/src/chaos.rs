//! Faults on the way to Stripe and back, which tests switch on.

use std::time::Duration;

/// How webhooks are delivered. Stripe promises neither order nor once.
#[derive(Debug, Clone, Default)]
pub struct Chaos {
    /// Each event of a burst is sent twice.
    pub duplicate: bool,
    /// The last event of a burst is sent first.
    pub reverse: bool,
    /// How long each delivery waits before it is sent.
    pub delay: Duration,
    /// Nothing is sent: the test takes the signed deliveries with [`crate::Standin::take_held`].
    pub hold: bool,
}

/// How a call to the API fails.
#[derive(Debug, Clone)]
pub enum Failure {
    /// The connection is cut before anything is done.
    Down,
    /// The call is carried out, then the connection is cut: the caller does not get the response.
    AnswerLost,
    /// The call is carried out, and answered after this time.
    Slow(Duration),
    /// Nothing is done; this status with an `api_error`. It is not kept for its idempotency key.
    Status(u16),
    /// Nothing is done; a redirect to this address.
    Redirect(String),
    /// Nothing is done; 200 with something that is not JSON.
    Garbage,
}

/// A failure, and which calls it affects.
#[derive(Debug, Clone)]
pub(crate) struct Planned {
    /// The start of `METHOD /path`; empty for every call.
    pub route: String,
    pub failure: Failure,
    /// How many more calls it affects; `None` until it is ended.
    pub left: Option<u32>,
}

/// The first failure for this call; its count goes down.
pub(crate) fn take_failure(planned: &mut Vec<Planned>, call: &str) -> Option<Failure> {
    let at = planned.iter().position(|plan| call.starts_with(&plan.route))?;
    let failure = planned[at].failure.clone();
    if let Some(left) = &mut planned[at].left {
        *left = left.saturating_sub(1);
        if *left == 0 {
            planned.remove(at);
        }
    }
    Some(failure)
}
