//! The calls about payment and the plan.

use std::sync::Arc;

use axum::extract::State;
use chrono::{DateTime, Days, NaiveDate, Utc};
use entity::{clinic::subscription, ids::SubscriptionId, words::PaymentMethod};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    CHECKOUT_OFF, OUT_OF_REACH,
    catalog::{Cycle, PlanId},
    checkout::{self, CheckoutRequest},
    limits,
    status::{PlanAccess, SubscriptionStatus},
};
use crate::{billing::Billing, settings};
use base::{
    date_format::month_and_day,
    error::{Error, Result},
    permission::{BillingCheckout, BillingPortal, Permission as _, SessionOwn, TeamWrite},
};
use config::stripe_keys::Enforcement;
use http_api::{Json, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_checkout_session))
        .routes(routes!(create_portal_session))
        .routes(routes!(refresh_billing))
        .routes(routes!(show_plan))
}

/// The plan to buy. The server sets amounts and addresses.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewCheckout {
    plan: PlanId,
    billing: Cycle,
    /// The row of the form that is paid: payment method 'New card entry (Stripe Checkout)'.
    #[serde(default)]
    subscription_id: Option<SubscriptionId>,
}

/// The page where the person pays.
#[derive(Debug, Serialize, ToSchema)]
struct CheckoutSession {
    checkout_url: String,
}

/// No field is required.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoDetails {}

/// Stripe's page for cards, invoices and canceling.
#[derive(Debug, Serialize, ToSchema)]
struct PortalSession {
    url: String,
}

/// Whether Stripe was asked.
#[derive(Debug, Serialize, ToSchema)]
struct Refreshed {
    /// If false, the server tries again by itself.
    refreshed: bool,
}

/// Starts a checkout at Stripe. While a checkout is open, the answer is the same checkout.
#[utoipa::path(post, path = "/api/stripe/create-checkout-session", tag = "billing", responses((status = OK, body = CheckoutSession)))]
async fn create_checkout_session(
    ctx: Ctx<BillingCheckout>,
    State(app): State<App>,
    Json(new): Json<NewCheckout>,
) -> Result<Done<Json<CheckoutSession>>> {
    if !app.part::<Billing>().is_on() {
        return Err(CHECKOUT_OFF.into());
    }
    if let Some(row) = new.subscription_id {
        waits_for_a_card(&ctx.tx, row, &new).await?;
    }
    let wanted = CheckoutRequest {
        clinic: Arc::clone(&ctx.clinic),
        member: ctx.member.id,
        plan: new.plan,
        cycle: new.billing,
        row: new.subscription_id,
    };
    // Stripe may be slow: no transaction stays open meanwhile.
    let paused = ctx.pause().await?;
    let checkout_url = checkout::start(&app, &wanted).await?;
    let ctx = paused.resume(&app.tenants).await?;
    let subject = wanted.row.map_or_else(Subject::nobody, Subject::object);
    // A repeated request finds the same checkout as long as it is open.
    ctx.done_unstored(subject, Json(CheckoutSession { checkout_url })).await
}

async fn waits_for_a_card(tx: &ClinicTx, row: SubscriptionId, new: &NewCheckout) -> Result<()> {
    let row = subscription::Entity::find_by_id(row).one(tx).await?.ok_or(Error::NotFound)?;
    if row.sub_payment_method != PaymentMethod::NewCard || row.stripe_subscription_id.is_some() {
        return Err(Error::conflict("not_for_checkout", "This subscription is not paid by a new card."));
    }
    if row.sub_plan != new.plan || row.sub_billing != new.billing {
        return Err(Error::field("plan", "is another than the subscription's"));
    }
    Ok(())
}

/// Opens Stripe's own page for the clinic's cards, invoices and canceling.
#[utoipa::path(post, path = "/api/stripe/portal-session", tag = "billing", responses((status = OK, body = PortalSession)))]
async fn create_portal_session(
    ctx: Ctx<BillingPortal>,
    State(app): State<App>,
    Json(NoDetails {}): Json<NoDetails>,
) -> Result<Done<Json<PortalSession>>> {
    let stripe = app.part::<Billing>().stripe()?.clone();
    let clinic = Arc::clone(&ctx.clinic);
    let paused = ctx.pause().await?;
    let account = app.part::<Billing>().repo.known_account(clinic.id).await?;
    let customer = account
        .and_then(|account| account.stripe_customer_id)
        .ok_or_else(|| Error::conflict("no_subscription", "There is nothing to manage yet. Choose a plan first."))?;
    let return_url = format!("{}/subscriptions?from=billing", app.base_url.origin_of(&clinic.subdomain));
    let url = stripe.gateway.portal(&customer, &return_url).await.map_err(|error| {
        tracing::error!(clinic.id = %clinic.id, reason = %error, "the billing portal could not be opened");
        OUT_OF_REACH.because("the billing portal")
    })?;
    // Changes on Stripe's portal must show on the way back, with or without a webhook.
    app.part::<Billing>().repo.request_sync(clinic.id, app.clock.now()).await?;
    let ctx = paused.resume(&app.tenants).await?;
    ctx.done_unstored(Subject::nobody(), Json(PortalSession { url })).await
}

/// Syncs the clinic's subscription with Stripe. For the page to which Stripe returns the person.
#[utoipa::path(post, path = "/api/stripe/refresh", tag = "billing", responses((status = OK, body = Refreshed)))]
async fn refresh_billing(
    ctx: Ctx<BillingCheckout>,
    State(app): State<App>,
    Json(NoDetails {}): Json<NoDetails>,
) -> Result<Done<Json<Refreshed>>> {
    let clinic = ctx.clinic.id;
    let paused = ctx.pause().await?;
    let mut refreshed = false;
    if let Some(syncer) = app.part::<Billing>().syncer(&app.tenants.db, &app.clock) {
        app.part::<Billing>().repo.request_sync(clinic, app.clock.now()).await?;
        refreshed = syncer.one(Some(clinic)).await? == Some(super::sync::SyncOutcome::Written);
    }
    let ctx = paused.resume(&app.tenants).await?;
    ctx.done(Subject::nobody(), Json(Refreshed { refreshed })).await
}

/// Whether a plan's limits are shown and enforced.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Limiting {
    Off,
    Warn,
    Enforce,
}

/// The usage, and the plan's limit.
#[derive(Debug, Serialize, ToSchema)]
struct Usage {
    used: i64,
    /// Null if unlimited.
    limit: Option<i64>,
    /// Whether the limit is reached or exceeded.
    full: bool,
}

impl Usage {
    fn new(used: i64, limit: Option<i64>) -> Self {
        Self { used, limit, full: limit.is_some_and(|limit| used >= limit) }
    }
}

/// The clinic's plan, for the banner. The fields about payment are null for members who may not see the clinic's
/// subscriptions.
#[derive(Debug, Serialize, ToSchema)]
struct CurrentPlan {
    /// Null also if the clinic has no plan: during and after the trial that comes with signing up, or if it never had a
    /// subscription. Then nothing is limited.
    plan: Option<PlanId>,
    status: Option<SubscriptionStatus>,
    access: Option<PlanAccess>,
    enforcement: Limiting,
    seats: Usage,
    patients_this_month: Usage,
    /// The last day of the trial.
    trial_end: Option<NaiveDate>,
    cancel_at: Option<DateTime<Utc>>,
    /// Until when a failed payment changes nothing.
    grace_until: Option<DateTime<Utc>>,
    /// A sentence for the person, if there is a message.
    notice: Option<String>,
    /// Whether this server sells plans.
    can_buy: bool,
    /// Whether no money moves, because of test keys or the stand-in for Stripe.
    is_test: bool,
    /// Whether the owner has not confirmed the e-mail address yet. Until then, mails to anybody else wait.
    owner_unconfirmed: bool,
}

/// Shows the clinic's plan, its usage, and a message about it, if any.
#[utoipa::path(get, path = "/api/clinic/plan", tag = "billing", responses((status = OK, body = CurrentPlan)))]
async fn show_plan(ctx: Ctx<SessionOwn>, State(app): State<App>) -> Result<Done<Json<CurrentPlan>>> {
    let usage = limits::usage(ctx.work()).await?;
    let seats = limits::seats(&ctx.tx).await?;
    let patients = limits::patients_this_month(ctx.work()).await?;
    let owner_unconfirmed = settings::current(&ctx.tx).await?.owner_unconfirmed_since.is_some();
    let limit = usage.as_ref().map(limits::PlanUsage::limits);
    let access = usage.as_ref().map_or(PlanAccess::Full, |usage| usage.access);
    // Only members who may see the subscriptions see the payment; everybody sees the usage.
    let sees_payments = limits::sees_payments(&ctx.member);
    let usage = usage.filter(|_| sees_payments);
    let mut plan_shown = CurrentPlan {
        plan: usage.as_ref().and_then(|usage| usage.plan),
        status: usage.as_ref().map(|usage| usage.status),
        access: sees_payments.then_some(access),
        enforcement: match app.part::<Billing>().enforcement {
            Enforcement::Off => Limiting::Off,
            Enforcement::Warn => Limiting::Warn,
            Enforcement::Enforce => Limiting::Enforce,
        },
        seats: Usage::new(seats, limit.and_then(|limit| limit.seats)),
        patients_this_month: Usage::new(patients, limit.and_then(|limit| limit.patients_a_month)),
        trial_end: usage.as_ref().and_then(|usage| usage.trial_end),
        cancel_at: usage.as_ref().and_then(|usage| usage.cancel_at),
        grace_until: usage
            .as_ref()
            .filter(|usage| usage.access == PlanAccess::Grace)
            .and_then(|usage| Some(usage.past_due_since? + super::status::GRACE)),
        notice: None,
        can_buy: app.part::<Billing>().is_on(),
        is_test: app.part::<Billing>().stripe.as_ref().is_some_and(|stripe| stripe.is_test),
        owner_unconfirmed,
    };
    let grants = ctx.member.grants();
    let may_buy = grants.access(BillingCheckout::NAME).is_some();
    let may_act =
        AllowedActions { on_seats: may_buy || grants.access(TeamWrite::NAME).is_some(), on_patients: may_buy };
    let today = ctx.today();
    plan_shown.notice = notice(&plan_shown, access, may_act, today);
    ctx.done(Subject::nobody(), Json(plan_shown)).await
}

/// How long before its end the banner announces the end of the trial.
const TRIAL_ENDS_SOON: Days = Days::new(3);

/// The remedies that a member has for a used-up plan: choosing another one, or removing somebody from the team.
#[derive(Clone, Copy)]
struct AllowedActions {
    on_seats: bool,
    on_patients: bool,
}

fn notice(plan_shown: &CurrentPlan, access: PlanAccess, may_act: AllowedActions, today: NaiveDate) -> Option<String> {
    let trial = plan_shown.trial_end.filter(|_| plan_shown.plan.is_none());
    if let (Some(ends), Some(PlanAccess::Full)) =
        (trial.filter(|ends| *ends <= today + TRIAL_ENDS_SOON), plan_shown.access)
    {
        return Some(format!("The trial ends on {}. Choose a plan to go on without a break.", month_and_day(ends)));
    }
    let payment = match (plan_shown.access, access) {
        (Some(PlanAccess::ReadOnly), _) if trial.is_some() => Some("The trial has ended. Choose a plan to go on."),
        (Some(PlanAccess::Grace), _) => Some("The last payment failed. Please check the card."),
        (Some(PlanAccess::ReadOnly), _) if plan_shown.status == Some(SubscriptionStatus::Canceled) => {
            Some("The subscription has ended.")
        }
        (Some(PlanAccess::ReadOnly), _) => Some("The subscription is not paid."),
        // A member whose changes would be refused sees that in advance, but not why.
        (None, PlanAccess::ReadOnly) if matches!(plan_shown.enforcement, Limiting::Enforce) => {
            Some("New patients and team members cannot be added just now. The clinic's owner knows more.")
        }
        _ => None,
    };
    let over = |usage: &Usage, word: &str| {
        let limit = usage.limit.filter(|limit| usage.used > *limit)?;
        Some(format!("Your plan includes {limit} {word}; there are {}.", usage.used))
    };
    payment.map(str::to_owned).or_else(|| {
        if matches!(plan_shown.enforcement, Limiting::Off) {
            return None;
        }
        let seats = if plan_shown.seats.limit == Some(1) { "seat" } else { "seats" };
        let seats = over(&plan_shown.seats, seats).filter(|_| may_act.on_seats);
        seats.or_else(|| over(&plan_shown.patients_this_month, "new patients a month").filter(|_| may_act.on_patients))
    })
}
