//! The calls to Stripe that the product needs, as a narrow trait, so that no other module uses the crate. The product has
//! its own type of a subscription, so that a field that Stripe moves breaks only one file.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use entity::ids::AttemptId;
use uuid::Uuid;

use super::{
    catalog::{Cycle, PlanId, by_lookup_key},
    status::StripeStatus,
};

/// The metadata key under which a subscription names the checkout that started it.
pub(super) const ATTEMPT: &str = "celadon_attempt";
/// The metadata key under which people find the clinic in Stripe's dashboard. The server never reads it.
pub(super) const CLINIC: &str = "celadon_clinic";

/// A subscription as Stripe has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubSnapshot {
    pub id: String,
    pub status: StripeStatus,
    pub created: DateTime<Utc>,
    pub start: DateTime<Utc>,
    pub trial_start: Option<DateTime<Utc>>,
    pub trial_end: Option<DateTime<Utc>>,
    /// Read from the first item, where Stripe has it since 2025-03-31.
    pub current_period_end: Option<DateTime<Utc>>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub cancel_at_period_end: bool,
    pub ended_at: Option<DateTime<Utc>>,
    pub price_id: Option<String>,
    pub lookup_key: Option<String>,
    /// Cents for one period and one seat.
    pub unit_amount: Option<i64>,
    pub quantity: i64,
    /// The checkout that started it, according to its metadata.
    pub attempt: Option<AttemptId>,
}

impl SubSnapshot {
    /// When it will end, if at all. Stripe's portal sets one of the two fields, an API call the other.
    pub(crate) fn cancels_on(&self) -> Option<DateTime<Utc>> {
        self.cancel_at.or(if self.cancel_at_period_end { self.current_period_end } else { None })
    }

    /// The amount of each period, in cents.
    pub fn amount(&self) -> Option<i64> {
        self.unit_amount.and_then(|cents| cents.checked_mul(self.quantity.max(1)))
    }

    /// The plan and cycle. `None` if the price is not in our catalog.
    pub(crate) fn bought(&self) -> Option<(PlanId, Cycle)> {
        by_lookup_key(self.lookup_key.as_deref()?)
    }
}

/// A customer at Stripe.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Customer {
    /// Whether it was deleted at Stripe. Then all its subscriptions have ended.
    pub is_gone: bool,
    pub subscriptions: Vec<SubSnapshot>,
}

/// A price at Stripe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    pub id: String,
    pub lookup_key: String,
    pub unit_amount: Option<i64>,
    pub currency: String,
    pub is_yearly: bool,
}

/// The state of a checkout session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionState {
    Open,
    Complete,
    Expired,
}

/// A checkout session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: String,
    pub state: SessionState,
    /// The URL of its page. `None` if the session is over.
    pub url: Option<String>,
    pub expires_at: DateTime<Utc>,
}

/// A checkout to open. The same attempt always sends the same values.
#[derive(Debug, Clone)]
pub struct NewSession {
    pub attempt: AttemptId,
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
    pub attempt: AttemptId,
    pub clinic: Uuid,
    pub customer: String,
    pub card: String,
    pub price: String,
    pub trial_days: u32,
}

/// A failure at Stripe, classified by what can be done about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// Stripe is slow, busy, failing or out of reach. A later try may succeed.
    #[error("Stripe is out of reach ({0})")]
    Unreachable(&'static str),
    /// The object does not exist at Stripe.
    #[error("Stripe does not know it")]
    Missing,
    /// An earlier, different request used the same idempotency key.
    #[error("the request's key was used for another")]
    KeyReused,
    /// Stripe understood the request and refused it. The code is Stripe's own.
    #[error("Stripe refused it (status {status}, {code})")]
    Refused { status: u16, code: String },
    /// The response could not be read.
    #[error("Stripe's answer could not be read")]
    Unreadable,
}

impl GatewayError {
    /// A few words about the failure, without any of Stripe's own text.
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
    /// Creates a clinic's customer. The same key never creates a second one.
    async fn create_customer(&self, clinic: Uuid, name: &str, key: &str) -> Result<String, GatewayError>;

    /// The active prices of these lookup keys.
    async fn prices(&self, lookup_keys: &[String]) -> Result<Vec<Price>, GatewayError>;

    async fn create_session(&self, new: &NewSession) -> Result<Session, GatewayError>;

    async fn session(&self, id: &str) -> Result<Session, GatewayError>;

    /// Closes a session that nobody has paid. A session that is over does not change.
    async fn expire_session(&self, id: &str) -> Result<(), GatewayError>;

    async fn customer(&self, id: &str) -> Result<Customer, GatewayError>;

    /// The customer's default card, or the one of the newest subscription that has one.
    async fn card_on_file(&self, customer: &str) -> Result<Option<String>, GatewayError>;

    async fn create_subscription(&self, new: &NewSubscription) -> Result<String, GatewayError>;

    /// The URL of Stripe's own page for cards, invoices and canceling.
    async fn portal(&self, customer: &str, return_url: &str) -> Result<String, GatewayError>;
}
