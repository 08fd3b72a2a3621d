//! Starts a subscription on a card that is saved at Stripe.

use chrono::TimeDelta;
use entity::{
    ids::SubscriptionId,
    registry::checkout_attempt,
    words::{CheckoutKind, CheckoutState},
};

use super::{
    checkout::{CheckoutRequest, ROUNDS, begin, being_started, failed, give_up, price, withdraw},
    gateway::{GatewayError, NewSubscription},
};
use crate::billing::Billing;
use base::error::{Error, Result};
use http_api::state::App;
use tenancy::Clinic;

/// How long starting a subscription on the saved card may take.
const CHARGE_TAKES: TimeDelta = TimeDelta::minutes(2);

/// A subscription to be started on the card saved at Stripe. Nothing is charged yet. The clinic cannot start another
/// subscription meanwhile.
pub struct Charge {
    attempt: checkout_attempt::Model,
    customer: String,
    card: String,
    price: String,
}

/// Finds the card that is charged for 'Card on file (Stripe)', and opens the clinic's only checkout for it.
///
/// Fails when there is no card, when the clinic has a live subscription or is starting another, and when Stripe is out of reach. Then nothing is
/// stored.
pub async fn reserve(app: &App, wanted: &CheckoutRequest) -> Result<Charge> {
    let none = || {
        Error::conflict(
            "no_card_on_file",
            "There is no card on file. Choose 'New card entry (Stripe Checkout)' to enter one.",
        )
    };
    let stripe = app.part::<Billing>().stripe()?;
    let now = app.clock.now();
    let known = app.part::<Billing>().repo.known_account(wanted.clinic.id).await?;
    if known.and_then(|account| account.stripe_customer_id).is_none() {
        return Err(none());
    }
    let (customer, trial_days) = begin(app, stripe, wanted, now).await?;
    let card = stripe.gateway.card_on_file(&customer).await.map_err(failed)?.ok_or_else(none)?;
    let price = price(stripe, wanted.plan, wanted.cycle).await?;
    for _ in 0..ROUNDS {
        let new = wanted.attempt(CheckoutKind::CardOnFile, trial_days, CHARGE_TAKES, now);
        if let Some(attempt) = app.part::<Billing>().repo.begin_attempt(&new).await? {
            return Ok(Charge { attempt, customer, card, price });
        }
        if let Some(open) = app.part::<Billing>().repo.open_attempt(wanted.clinic.id).await? {
            give_up(app, stripe, &open, wanted.row, now).await?;
        }
    }
    Err(failed(GatewayError::Unreachable("other tabs kept coming between")))
}

impl Charge {
    /// Closes the checkout without a charge.
    pub async fn release(self, app: &App) -> Result<()> {
        app.part::<Billing>().repo.close_attempt(self.attempt.id, CheckoutState::Failed, app.clock.now()).await
    }

    /// Starts the subscription for the committed row of the form, and withdraws the row on failure.
    ///
    /// Fails when the card is refused, or Stripe is out of reach.
    pub async fn begin(self, app: &App, clinic: &Clinic, row: SubscriptionId) -> Result<()> {
        let attempt = self.attempt.id;
        let begun = self.begin_at_stripe(app, clinic, row).await;
        let now = app.clock.now();
        if let Err(error) = begun {
            // Stripe may have created the subscription although its response was lost. Then the next sync finds it
            // and sets the row's status again. Until then the checkout stays open, so that nothing is charged twice.
            if matches!(error, Error::Conflict { .. }) {
                app.part::<Billing>().repo.close_attempt(attempt, CheckoutState::Failed, now).await?;
            }
            withdraw(app, clinic.id, row, now).await?;
            app.part::<Billing>().repo.request_sync(clinic.id, now).await?;
            return Err(error);
        }
        app.part::<Billing>().repo.request_sync(clinic.id, now).await
    }

    async fn begin_at_stripe(self, app: &App, clinic: &Clinic, row: SubscriptionId) -> Result<()> {
        if !app.part::<Billing>().repo.name_row(self.attempt.id, row).await? {
            return Err(being_started());
        }
        let new = NewSubscription {
            attempt: self.attempt.id,
            clinic: clinic.id,
            customer: self.customer,
            card: self.card,
            price: self.price,
            trial_days: self.attempt.trial_days.unsigned_abs(),
        };
        match app.part::<Billing>().stripe()?.gateway.create_subscription(&new).await {
            Ok(_) => Ok(()),
            Err(GatewayError::Refused { status: 402, .. }) => {
                Err(Error::conflict("card_refused", "The card on file was refused. Enter another card."))
            }
            Err(error) => Err(failed(error)),
        }
    }
}
