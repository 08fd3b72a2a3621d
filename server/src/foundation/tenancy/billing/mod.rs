//! The registry's billing tables, behind a narrow type: which clinic is which customer of Stripe,
//! the inbox of its events, the checkouts that were begun.
//!
//! A clinic's role has no rights here, and the gateway's own login has none in a clinic. What
//! concerns both is two transactions, the registry's held open around the clinic's.

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

/// The channel on which accounts are told that are to be looked at.
pub const CHANNEL: &str = "celadon_billing";

/// The way to the registry's billing tables.
#[derive(Clone)]
pub struct BillingRepo {
    db: Db,
    /// Whether our keys move money. Accounts of the other kind are not ours to touch.
    livemode: bool,
}

impl BillingRepo {
    pub fn new(db: Db, livemode: bool) -> Self {
        Self { db, livemode }
    }
}
