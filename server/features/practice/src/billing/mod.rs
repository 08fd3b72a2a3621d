//! The clinic's subscription to Celadon: plans and their limits, checkout, Stripe's webhook, and the sync that
//! keeps our rows equal to Stripe's state.

mod api;
mod catalog;
mod checkout;
pub mod envelope;
pub mod gateway;
mod grant;
mod jobs;
mod limits;
mod notice_email;
mod notices;
pub mod project;
pub mod repo;
mod rows;
mod saved_card;
mod setup;
pub mod signature;
pub mod status;
pub mod stripe;
pub mod sync;
mod sync_all;
mod trial;
mod webhook;
mod webhook_endpoint;

pub use api::routes;
pub use catalog::{Cycle, PlanId};
pub(crate) use catalog::{PLANS, TRIAL_DAYS, Terms};
pub(crate) use checkout::CheckoutRequest;
pub use jobs::jobs;
pub(crate) use limits::may_add_member;
pub use limits::{is_on_trial, mails_a_day, may_add_patient, may_add_patients, patients_left};
pub(crate) use rows::{record, reinstate};
pub(crate) use saved_card::reserve;
pub use setup::set_up;
pub(crate) use status::SubscriptionStatus;
pub use sync::Syncer;
pub use sync_all::sync_all_again;
pub use trial::begin as begin_trial;
pub use webhook::platform_routes;

use std::sync::Arc;

use axum::http::StatusCode;

use self::{gateway::StripeGateway, repo::BillingRepo, stripe::StripeApi};
use base::{
    clock::Clock,
    error::{Refusal, Result},
};
use config::stripe_keys::{Enforcement, Secret, StripeKeys};
use tenancy::Db;

/// The answer when Stripe does not answer. The cause is what was asked of it.
const OUT_OF_REACH: Refusal = Refusal::new(
    StatusCode::BAD_GATEWAY,
    "out_of_reach",
    "Stripe cannot be reached just now. Please try again in a moment.",
);
/// The specification's answer when a checkout cannot be started (section 8).
const NOT_STARTED: &str = "Failed to start checkout. Please try again.";
/// The answer without keys for Stripe.
const CHECKOUT_OFF: Refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "billing_off", NOT_STARTED);
/// The answer when Stripe refuses a checkout or cannot be reached.
const CHECKOUT_FAILED: Refusal = Refusal::new(StatusCode::BAD_GATEWAY, "checkout_failed", NOT_STARTED);

/// The state of billing at run time. Clones share everything.
#[derive(Clone)]
pub struct Billing {
    pub repo: BillingRepo,
    pub enforcement: Enforcement,
    stripe: Option<Stripe>,
}

/// Access to Stripe. It exists if keys are set.
#[derive(Clone)]
pub struct Stripe {
    gateway: Arc<dyn StripeGateway>,
    webhook_secrets: Arc<[Secret]>,
    is_test: bool,
}

impl Billing {
    pub fn new(db: &Db, keys: Option<&StripeKeys>, enforcement: Enforcement) -> Self {
        let stripe = keys.and_then(|keys| {
            Some(Stripe {
                gateway: Arc::new(StripeApi::new(&keys.key, &keys.base).ok()?),
                webhook_secrets: keys.webhook_secrets.clone().into(),
                is_test: !keys.is_live(),
            })
        });
        let livemode = keys.is_some_and(StripeKeys::is_live);
        Self { repo: BillingRepo::new(db.clone(), livemode), enforcement, stripe }
    }

    /// The same with another way to Stripe. Without keys there is none, and nothing changes.
    #[must_use]
    pub fn with_gateway(mut self, gateway: Arc<dyn StripeGateway>) -> Self {
        if let Some(stripe) = &mut self.stripe {
            stripe.gateway = gateway;
        }
        self
    }

    /// Stripe, for a call that needs it.
    ///
    /// Fails when no keys are set, because then a checkout cannot be started.
    fn stripe(&self) -> Result<&Stripe> {
        Ok(self.stripe.as_ref().ok_or(CHECKOUT_OFF)?)
    }

    /// Whether plans can be bought.
    pub fn is_on(&self) -> bool {
        self.stripe.is_some()
    }

    /// The sync of our rows. `None` if no keys are set.
    pub fn syncer(&self, db: &Db, clock: &Clock) -> Option<Syncer> {
        let gateway = Arc::clone(&self.stripe.as_ref()?.gateway);
        Some(Syncer { db: db.clone(), repo: self.repo.clone(), gateway, clock: clock.clone() })
    }
}
