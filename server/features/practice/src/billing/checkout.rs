//! Starts a subscription on Stripe's own page. A clinic has one checkout at a time and one trial. Two tabs get the same
//! checkout.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    ids::{MemberId, SubscriptionId},
    registry::{billing_account, checkout_attempt},
    words::{CheckoutKind, CheckoutState},
};
use uuid::Uuid;

use super::{
    CHECKOUT_FAILED, Stripe,
    catalog::{Cycle, PlanId, Terms},
    gateway::{Customer, GatewayError, NewSession, SessionState},
    rows, trial,
};
use crate::billing::Billing;
use base::error::{Error, Result};
use http_api::state::App;
use tenancy::{Clinic, enter_for_job};

/// How long a session is offered. Stripe closes it after a day.
const SESSION_HOLDS: TimeDelta = TimeDelta::hours(23);
/// How often a start is tried again after another tab interfered.
pub(super) const ROUNDS: usize = 5;

/// The subscription to start, its clinic, and its member.
#[derive(Clone)]
pub struct CheckoutRequest {
    pub clinic: Arc<Clinic>,
    pub member: MemberId,
    pub plan: PlanId,
    pub cycle: Cycle,
    /// The row of the form that waits for this checkout.
    pub row: Option<SubscriptionId>,
}

impl CheckoutRequest {
    pub(super) fn attempt(
        &self,
        kind: CheckoutKind,
        trial_days: i32,
        holds: TimeDelta,
        now: DateTime<Utc>,
    ) -> checkout_attempt::Model {
        checkout_attempt::Model {
            id: Uuid::new_v4().into(),
            clinic_id: self.clinic.id,
            kind,
            plan: self.plan,
            billing: self.cycle,
            trial_days,
            subscription_row_id: self.row,
            created_by: self.member,
            stripe_session_id: None,
            state: CheckoutState::Open,
            expires_at: now + holds,
            created_at: now,
            closed_at: None,
        }
    }

    fn is_of(&self, attempt: &checkout_attempt::Model, trial_days: i32) -> bool {
        attempt.kind == CheckoutKind::Checkout
            && attempt.plan == self.plan
            && attempt.billing == self.cycle
            && attempt.subscription_row_id == self.row
            && attempt.trial_days == trial_days
    }
}

fn already_subscribed() -> Error {
    Error::conflict(
        "already_subscribed",
        "This clinic has a subscription already. Manage it instead of starting another.",
    )
}

pub(super) fn being_started() -> Error {
    Error::conflict("in_progress", "A subscription is being started. Please wait a moment.")
}

/// A failure at Stripe during a start.
#[expect(clippy::needless_pass_by_value, reason = "so that it stands in map_err by its name")]
pub(super) fn failed(error: GatewayError) -> Error {
    tracing::error!(reason = %error, "a checkout could not be started");
    CHECKOUT_FAILED.into()
}

/// The URL of Stripe's page where the person pays.
///
/// Fails when the clinic has a live subscription, when Stripe is out of reach or refuses, and when Stripe's price differs from the price shown.
pub async fn start(app: &App, wanted: &CheckoutRequest) -> Result<String> {
    let started = open_page(app, wanted).await;
    // Without a page nobody can pay, so the row of the form is withdrawn. The person may try again; a payment sets
    // the status again.
    if let (Err(_), Some(row)) = (&started, wanted.row) {
        withdraw(app, wanted.clinic.id, row, app.clock.now()).await?;
    }
    started
}

async fn open_page(app: &App, wanted: &CheckoutRequest) -> Result<String> {
    let stripe = app.part::<Billing>().stripe()?;
    let now = app.clock.now();
    let (customer, trial_days) = begin(app, stripe, wanted, now).await?;
    let price = price(stripe, wanted.plan, wanted.cycle).await?;
    for _ in 0..ROUNDS {
        let Some(open) = app.part::<Billing>().repo.open_attempt(wanted.clinic.id).await? else {
            let new = wanted.attempt(CheckoutKind::Checkout, trial_days, SESSION_HOLDS, now);
            app.part::<Billing>().repo.begin_attempt(&new).await?;
            continue;
        };
        if !wanted.is_of(&open, trial_days) || open.expires_at <= now {
            give_up(app, stripe, &open, wanted.row, now).await?;
            continue;
        }
        if let Some(url) = resume(app, stripe, wanted, &open, &customer, &price, now).await? {
            return Ok(url);
        }
    }
    Err(failed(GatewayError::Unreachable("other tabs kept coming between")))
}

/// The page of an open checkout, which is created if necessary. `None` if the checkout is over.
async fn resume(
    app: &App,
    stripe: &Stripe,
    wanted: &CheckoutRequest,
    open: &checkout_attempt::Model,
    customer: &str,
    price: &str,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    let session = match &open.stripe_session_id {
        Some(id) => stripe.gateway.session(id).await,
        // A request was interrupted before it stored the session, or another tab is creating it. The same key yields
        // the same session.
        None => stripe.gateway.create_session(&new_session(app, wanted, open, customer, price)).await,
    };
    let session = match session {
        Ok(session) => session,
        Err(GatewayError::KeyReused | GatewayError::Missing) => {
            app.part::<Billing>().repo.close_attempt(open.id, CheckoutState::Failed, now).await?;
            return Ok(None);
        }
        Err(error) => return Err(failed(error)),
    };
    match (session.state, session.url) {
        (SessionState::Open, Some(url)) => {
            if app.part::<Billing>().repo.note_session(open.id, &session.id, session.expires_at).await? {
                return Ok(Some(url));
            }
            // Another tab has started another checkout meanwhile. This page must not be paid as well.
            stripe.gateway.expire_session(&session.id).await.map_err(failed)?;
            Ok(None)
        }
        (SessionState::Complete, _) => {
            app.part::<Billing>().repo.request_sync(wanted.clinic.id, now).await?;
            Err(already_subscribed())
        }
        _ => {
            app.part::<Billing>().repo.close_attempt(open.id, CheckoutState::Expired, now).await?;
            Ok(None)
        }
    }
}

fn new_session(
    app: &App,
    wanted: &CheckoutRequest,
    open: &checkout_attempt::Model,
    customer: &str,
    price: &str,
) -> NewSession {
    // From the registry, never from the request's Host header.
    let origin = app.base_url.origin_of(&wanted.clinic.subdomain);
    NewSession {
        attempt: open.id,
        clinic: wanted.clinic.id,
        customer: customer.to_owned(),
        price: price.to_owned(),
        trial_days: open.trial_days.unsigned_abs(),
        terms: terms(wanted.plan, wanted.cycle, open.trial_days),
        success_url: format!("{origin}/payment/success?plan={}&session_id={{CHECKOUT_SESSION_ID}}", open.plan.as_str()),
        cancel_url: format!("{origin}/pricing"),
    }
}

/// The terms that the person accepts with the button on Stripe's page. They match the terms of the form.
fn terms(plan: PlanId, cycle: Cycle, trial_days: i32) -> String {
    let dollars = Terms::for_plan(plan).cents(cycle) / 100;
    let each = if cycle == Cycle::Annual { "year" } else { "month" };
    let after = match trial_days {
        0 => String::new(),
        1 => " after the last day of the trial".to_owned(),
        days => format!(" after the {days} days of trial"),
    };
    format!(
        "You authorize recurring charges of ${dollars} each {each} to this card{after}. You may cancel at any time before \
         the next billing date."
    )
}

/// Closes a checkout that was replaced, so that it cannot be paid as well. Its row of the form is withdrawn, unless the next
/// checkout is for the same row.
pub(super) async fn give_up(
    app: &App,
    stripe: &Stripe,
    open: &checkout_attempt::Model,
    next: Option<SubscriptionId>,
    now: DateTime<Utc>,
) -> Result<()> {
    if open.kind == CheckoutKind::CardOnFile && open.expires_at > now {
        return Err(being_started());
    }
    if let Some(id) = &open.stripe_session_id {
        match stripe.gateway.session(id).await {
            Ok(session) if session.state == SessionState::Complete => {
                app.part::<Billing>().repo.request_sync(open.clinic_id, now).await?;
                return Err(already_subscribed());
            }
            Ok(session) if session.state == SessionState::Open => {
                stripe.gateway.expire_session(id).await.map_err(failed)?;
            }
            Ok(_) | Err(GatewayError::Missing) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    app.part::<Billing>().repo.close_attempt(open.id, CheckoutState::Expired, now).await?;
    match open.subscription_row_id.filter(|row| Some(*row) != next) {
        Some(row) => withdraw(app, open.clinic_id, row, now).await,
        None => Ok(()),
    }
}

/// The clinic's customer at Stripe, and the days of trial that the clinic may have. Fails if there is a live subscription.
pub(super) async fn begin(
    app: &App,
    stripe: &Stripe,
    wanted: &CheckoutRequest,
    now: DateTime<Utc>,
) -> Result<(String, i32)> {
    let account = app.part::<Billing>().repo.account(wanted.clinic.id, now).await?;
    let (customer, state) = customer(app, stripe, &account, &wanted.clinic, now).await?;
    if state.subscriptions.iter().any(|snapshot| snapshot.status.is_live()) {
        // The subscription exists at Stripe, but our rows may not show it yet.
        app.part::<Billing>().repo.request_sync(wanted.clinic.id, now).await?;
        return Err(already_subscribed());
    }
    let had_trial =
        account.trial_used_at.is_some() || state.subscriptions.iter().any(|snapshot| snapshot.trial_end.is_some());
    if had_trial {
        return Ok((customer, 0));
    }
    let entered = enter_for_job(&app.tenants.db, wanted.clinic.id).await?;
    let ends_at = trial::ends_at(&entered.tx).await?;
    entered.commit().await?;
    Ok((customer, trial::days_left(ends_at, now)))
}

/// The clinic's customer at Stripe. It is created and stored before anything is bought, so that every event about it can be
/// assigned.
async fn customer(
    app: &App,
    stripe: &Stripe,
    account: &billing_account::Model,
    clinic: &Clinic,
    now: DateTime<Utc>,
) -> Result<(String, Customer)> {
    if let Some(known) = &account.stripe_customer_id {
        let state = stripe.gateway.customer(known).await.map_err(failed)?;
        if !state.is_gone {
            return Ok((known.clone(), state));
        }
    }
    let former = account.stripe_customer_id.as_deref();
    let key = format!("cus:v1:{}:{}", clinic.id, former.unwrap_or("first"));
    let made = stripe.gateway.create_customer(clinic.id, &clinic.name, &key).await.map_err(failed)?;
    let linked = app.part::<Billing>().repo.link(clinic.id, former, &made, now).await?;
    let linked = linked.ok_or_else(|| failed(GatewayError::Unreachable("the customer was not kept")))?;
    Ok((linked, Customer::default()))
}

/// Stripe's price for this plan. Fails if it differs from the price shown.
pub(super) async fn price(stripe: &Stripe, plan: PlanId, cycle: Cycle) -> Result<String> {
    let key = Terms::for_plan(plan).lookup_key(cycle);
    let prices = stripe.gateway.prices(std::slice::from_ref(&key)).await.map_err(failed)?;
    let found = prices.into_iter().find(|price| price.lookup_key == key);
    let right = found.filter(|price| {
        price.unit_amount == Some(Terms::for_plan(plan).cents(cycle))
            && price.currency.eq_ignore_ascii_case("usd")
            && price.is_yearly == (cycle == Cycle::Annual)
    });
    right.map(|price| price.id).ok_or_else(|| {
        tracing::error!(price.lookup_key = key, "Stripe has no such price, or another than is shown");
        CHECKOUT_FAILED.into()
    })
}

/// Marks a row of the form that did not become a subscription. What was signed does not change.
pub(super) async fn withdraw(app: &App, clinic: Uuid, row: SubscriptionId, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    rows::withdraw(&entered.tx, row, now).await?;
    entered.commit().await
}
