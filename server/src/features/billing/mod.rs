//! The clinic's subscription to Celadon: plans and their limits, checkout, Stripe's webhook, and the sync that
//! keeps our rows equal to Stripe's state.

mod api;
mod catalog;
mod checkout;
mod envelope;
mod gateway;
mod grant;
mod jobs;
mod limits;
mod notice_email;
mod notices;
mod project;
mod repo;
mod rows;
mod saved_card;
mod setup;
mod signature;
mod status;
mod stripe;
mod sync;
mod sync_all;
#[cfg(test)]
mod tests;
mod trial;
mod webhook;

use std::sync::Arc;

pub use api::routes;
pub use catalog::{Cycle, PLANS, PlanId, TRIAL_DAYS, Terms};
pub use checkout::CheckoutRequest;
pub use jobs::jobs;
pub use limits::{mails_a_day, may_add_member, may_add_patient, may_add_patients, patients_left};
pub use rows::record;
pub use saved_card::reserve;
pub use setup::set_up;
pub use status::SubscriptionStatus;
pub use sync::Syncer;
pub use sync_all::sync_all_again;
pub use trial::begin as begin_trial;
pub use webhook::platform_routes;

use self::{gateway::StripeGateway, repo::BillingRepo, stripe::StripeApi};
use crate::foundation::{
    clock::Clock,
    config::stripe_keys::{Enforcement, Secret, StripeKeys},
    error::{Error, Result},
    tenancy::Db,
};

/// What billing needs at run time. Clones share everything.
#[derive(Clone)]
pub struct Billing {
    pub repo: BillingRepo,
    pub enforcement: Enforcement,
    stripe: Option<Stripe>,
}

/// Access to Stripe, when keys are set.
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

    /// Stripe, for a call that needs it.
    ///
    /// # Errors
    /// When no keys are set: a checkout cannot be started.
    fn stripe(&self) -> Result<&Stripe> {
        self.stripe.as_ref().ok_or(Error::CheckoutFailed { is_off: true })
    }

    /// Whether anything can be bought.
    pub fn is_on(&self) -> bool {
        self.stripe.is_some()
    }

    /// The sync of our rows; none without keys.
    pub fn syncer(&self, db: &Db, clock: &Clock) -> Option<Syncer> {
        let gateway = Arc::clone(&self.stripe.as_ref()?.gateway);
        Some(Syncer { db: db.clone(), repo: self.repo.clone(), gateway, clock: clock.clone() })
    }
}
