//! The registry's billing tables, behind a narrow type: the customer of each clinic at Stripe, the inbox of Stripe's
//! events, and the checkouts that were started.
//!
//! A clinic's role has no rights on these tables, and the gateway's own login has no rights in a clinic. A change in
//! both needs two transactions. The registry's stays open until the clinic's is committed.

mod accounts;
mod attempts;
mod events;
mod sql;
mod sync_lease;

pub use self::events::IngestOutcome;
pub(super) use self::sync_lease::SyncLease;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use tenancy::Db;

/// The channel on which accounts that are to be synced are announced.
pub(super) const CHANNEL: &str = "celadon_billing";

/// Access to the registry's billing tables.
#[derive(Clone)]
pub struct BillingRepo {
    db: Db,
    /// Whether the configured keys move money. Accounts of the other mode are never touched.
    livemode: bool,
}

impl BillingRepo {
    pub fn new(db: Db, livemode: bool) -> Self {
        Self { db, livemode }
    }
}

/// An account that one worker holds for a while.
#[derive(Debug, Clone)]
pub struct ClaimedAccount {
    pub clinic: Uuid,
    pub customer: String,
    /// The sequence number that this sync covers; later events have higher ones.
    pub seq: i64,
    pub attempts: i32,
    pub token: Uuid,
}

/// An event as the inbox stores it.
#[derive(Debug, Clone)]
pub struct ReceivedEvent {
    pub id: String,
    pub kind: String,
    pub api_version: Option<String>,
    pub livemode: bool,
    pub happened_at: DateTime<Utc>,
    pub customer: Option<String>,
    pub object: Option<String>,
    /// Whether the server does not act on this kind of event.
    pub is_ignored: bool,
}
