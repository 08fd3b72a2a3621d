//! The registry's billing tables, behind a narrow type: which clinic is which customer of Stripe, the inbox of
//! Stripe's events, and the checkouts that were started.
//!
//! A clinic's role has no rights on these tables, and the gateway's own login has none in a clinic. A change in
//! both takes two transactions; the registry's stays open around the clinic's.

mod accounts;
mod attempts;
mod events;
mod sql;
mod sync_lease;

pub use self::{
    accounts::{Claimed, LEASE},
    events::{Ingested, ReceivedEvent},
    sync_lease::SyncLease,
};
use super::Db;

/// The channel on which accounts that are to be synced are announced.
pub const CHANNEL: &str = "celadon_billing";

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
