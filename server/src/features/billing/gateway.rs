//! What we ask Stripe, in our own words: a narrow trait, so that nothing else knows the crate, and
//! our own picture of a subscription, so that a field Stripe moves breaks one file.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    catalog::{Cycle, PlanId, by_lookup_key},
    status::StripeStatus,
};

/// The metadata under which a subscription names the attempt that began it.
pub const ATTEMPT: &str = "celadon_attempt";
/// The metadata under which people find the clinic in Stripe's dashboard. Nothing is decided by it.
pub const CLINIC: &str = "celadon_clinic";

/// A subscription as Stripe has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubSnapshot {
    pub id: String,
    pub status: StripeStatus,
    pub created: DateTime<Utc>,
    pub start: DateTime<Utc>,
    pub trial_start: Option<DateTime<Utc>>,
    pub trial_end: Option<DateTime<Utc>>,
    /// Of its first item: Stripe has had it there since 2025-03-31.
    pub current_period_end: Option<DateTime<Utc>>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub cancel_at_period_end: bool,
    pub ended_at: Option<DateTime<Utc>>,
    pub price_id: Option<String>,
    pub lookup_key: Option<String>,
    /// Cents for one period and one seat of it.
    pub unit_amount: Option<i64>,
    pub quantity: i64,
    /// Which of our attempts began it, by its own account.
    pub attempt: Option<Uuid>,
}

impl SubSnapshot {
    /// When it will end, if it will. The portal sets one field, a call the other.
    pub fn cancels_on(&self) -> Option<DateTime<Utc>> {
        self.cancel_at.or(if self.cancel_at_period_end { self.current_period_end } else { None })
    }

    /// What is paid each period, in cents.
    pub fn amount(&self) -> Option<i64> {
        self.unit_amount.and_then(|cents| cents.checked_mul(self.quantity.max(1)))
    }

    /// What was bought; nothing for a price that is not of our catalog.
    pub fn bought(&self) -> Option<(PlanId, Cycle)> {
        by_lookup_key(self.lookup_key.as_deref()?)
    }
}

/// All that Stripe has of a customer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Customer {
    /// Deleted at Stripe: every subscription of it has ended.
    pub is_gone: bool,
    pub subscriptions: Vec<SubSnapshot>,
}

/// A price as Stripe has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    pub id: String,
    pub lookup_key: String,
    pub unit_amount: Option<i64>,
    pub currency: String,
    pub is_yearly: bool,
}

/// Where a checkout's session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionState {
    Open,
    Complete,
    Expired,
}

/// A checkout's session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: String,
    pub state: SessionState,
    /// Where the person goes; none once it is over.
    pub url: Option<String>,
    pub expires_at: DateTime<Utc>,
}

/// A checkout to be opened. The same attempt always asks for the same.
#[derive(Debug, Clone)]
pub struct NewSession {
    pub attempt: Uuid,
    pub clinic: Uuid,
    pub customer: String,
    pub price: String,
    pub trial_days: u32,
    /// Shown above the button.
    pub terms: String,
    pub success_url: String,
    pub cancel_url: String,
}

/// A subscription to be charged to the saved card.
#[derive(Debug, Clone)]
pub struct NewSubscription {
    pub attempt: Uuid,
    pub clinic: Uuid,
    pub customer: String,
    pub card: String,
    pub price: String,
    pub trial_days: u32,
}

/// What went wrong at Stripe, by what can be done about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// Slow, busy, broken or not there: it may work later.
    #[error("Stripe is out of reach ({0})")]
    Unreachable(&'static str),
    /// What was asked about does not exist there.
    #[error("Stripe does not know it")]
    Missing,
    /// The key of an earlier, different request.
    #[error("the request's key was used for another")]
    KeyReused,
    /// It was understood and refused; the code is Stripe's own.
    #[error("Stripe refused it (status {status}, {code})")]
    Refused { status: u16, code: String },
    /// The answer could not be read.
    #[error("Stripe's answer could not be read")]
    Unreadable,
}

impl GatewayError {
    /// In a few words that hold nothing of Stripe's own.
    pub const fn short(&self) -> &'static str {
        match self {
            Self::Unreachable(why) => why,
            Self::Missing => "not known there",
            Self::KeyReused => "the key was used",
            Self::Refused { .. } => "refused",
            Self::Unreadable => "the answer could not be read",
        }
    }
}

/// The calls to Stripe that the product needs. Each is safe to repeat.
#[async_trait]
pub trait StripeGateway: Send + Sync {
    /// Makes the customer that a clinic is; the same key makes it once.
    async fn create_customer(&self, clinic: Uuid, name: &str, key: &str) -> Result<String, GatewayError>;

    /// The prices of these lookup keys that can be bought.
    async fn prices(&self, lookup_keys: &[String]) -> Result<Vec<Price>, GatewayError>;

    async fn create_session(&self, new: &NewSession) -> Result<Session, GatewayError>;

    async fn session(&self, id: &str) -> Result<Session, GatewayError>;

    /// Closes a session that nobody has paid; one that is over stays as it is.
    async fn expire_session(&self, id: &str) -> Result<(), GatewayError>;

    async fn customer(&self, id: &str) -> Result<Customer, GatewayError>;

    /// The card that is charged when nothing else is said.
    async fn card_on_file(&self, customer: &str) -> Result<Option<String>, GatewayError>;

    async fn create_subscription(&self, new: &NewSubscription) -> Result<String, GatewayError>;

    /// The address of Stripe's own page for cards, invoices and cancelling.
    async fn portal(&self, customer: &str, return_url: &str) -> Result<String, GatewayError>;
}
