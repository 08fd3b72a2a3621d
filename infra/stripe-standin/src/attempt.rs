//! Deliveries to a receiver, and their results.

use serde::{Deserialize, Serialize};

/// One try to deliver one event.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Attempt {
    pub event: String,
    /// `customer.subscription.updated` and so on.
    pub kind: String,
    pub url: String,
    /// 1 for the first.
    pub number: u32,
    /// The receiver's status; `None` when it could not be reached.
    pub status: Option<u16>,
    /// The system's time in Unix seconds.
    pub at: i64,
}

/// A signed event as it would be posted, for tests that deliver it themselves.
#[derive(Debug, Clone)]
pub struct Delivery {
    pub event: String,
    pub kind: String,
    pub body: String,
    /// The value of the `Stripe-Signature` header.
    pub signature: String,
}
