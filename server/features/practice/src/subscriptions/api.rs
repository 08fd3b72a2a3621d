//! The calls about subscriptions. They do not ask Stripe, except for the card on file.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use chrono::{DateTime, NaiveDate, Utc};
use entity::{clinic::subscription, ids::SubscriptionId, words::PaymentMethod};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    form::{Form, NewSubscription},
    page::page,
};
use crate::billing::{self, Billing, CheckoutRequest, Cycle, PLANS, PlanId, SubscriptionStatus, TRIAL_DAYS};
use base::{
    error::{Error, Result},
    permission::{Role, SessionOwn, SubscriptionCreate, SubscriptionRead},
};
use http_api::{Json, Page, Query, SentBack, fields::Quantity, signature::data_url, state::App};
use tenancy::{Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_subscriptions, create_subscription)).routes(routes!(list_plans))
}

/// A subscription, as signed (specification 3).
#[derive(Debug, Serialize, ToSchema)]
struct Subscription {
    id: SubscriptionId,
    sub_plan: PlanId,
    sub_price: Quantity,
    sub_stripe_price_id: String,
    sub_features: Vec<String>,
    sub_trial_enabled: bool,
    sub_trial_days: i32,
    sub_start_date: NaiveDate,
    sub_trial_end: NaiveDate,
    /// Null if it has ended or will end.
    sub_next_bill_date: Option<NaiveDate>,
    sub_first_charge_amount: Quantity,
    sub_recurring_amount: Quantity,
    sub_payment_method: PaymentMethod,
    sub_terms: bool,
    sub_sig: Option<String>,
    /// Null if it was started on the pricing page.
    sub_sig_date: Option<NaiveDate>,
    sub_status: SubscriptionStatus,
    sub_billing: Cycle,
    /// Whether the status comes from Stripe, because the subscription exists there, or from the form.
    is_at_stripe: bool,
    /// When it will end; null if it will not.
    cancel_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
    sub_notes: Option<String>,
    created_at: DateTime<Utc>,
}

impl Subscription {
    fn from_model(row: subscription::Model, with_signature: bool) -> Self {
        Self {
            id: row.id,
            sub_plan: row.sub_plan,
            sub_price: Quantity(row.sub_price),
            sub_stripe_price_id: row.sub_stripe_price_id,
            sub_features: row.sub_features,
            sub_trial_enabled: row.sub_trial_enabled,
            sub_trial_days: row.sub_trial_days,
            sub_start_date: row.sub_start_date,
            sub_trial_end: row.sub_trial_end,
            sub_next_bill_date: row.sub_next_bill_date,
            sub_first_charge_amount: Quantity(row.sub_first_charge_amount),
            sub_recurring_amount: Quantity(row.sub_recurring_amount),
            sub_payment_method: row.sub_payment_method,
            sub_terms: row.sub_terms,
            sub_sig: row.sub_sig.filter(|_| with_signature).map(|png| data_url(&png)),
            sub_sig_date: row.sub_sig_date,
            sub_status: row.sub_status,
            sub_billing: row.sub_billing,
            is_at_stripe: row.stripe_subscription_id.is_some(),
            cancel_at: row.cancel_at,
            ended_at: row.ended_at,
            sub_notes: row.sub_notes,
            created_at: row.created_at,
        }
    }
}

/// A plan as the form and the pricing page show it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Plan {
    id: PlanId,
    name: &'static str,
    monthly_price: i64,
    /// The monthly price if a year is paid at once.
    annual_monthly_price: i64,
    annual_savings: i64,
    popular: bool,
    trial_days: i32,
    stripe_price_id: &'static str,
    form_features: &'static [&'static str],
    pricing_features: &'static [&'static str],
    /// The features of both lists that do not exist yet.
    coming_features: &'static [&'static str],
}

/// A Medical Director sees the list, not the signature (the notes of `permissions.csv`).
fn sees_signature(member: &Member) -> bool {
    member.is_owner || member.role != Role::MedicalDirector
}

/// Lists the subscriptions, newest first: 50 by default; a page has at most 1 MB. The Link header leads to the next page.
#[utoipa::path(get, path = "/api/subscriptions", tag = "subscriptions", params(Page), responses((status = OK, body = Vec<Subscription>)))]
async fn list_subscriptions(
    ctx: Ctx<SubscriptionRead>,
    Query(wanted): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Subscription>>)>> {
    let (rows, headers) = page(&ctx.tx, wanted).await?;
    let with_signature = sees_signature(&ctx.member);
    let list = rows.into_iter().map(|row| Subscription::from_model(row, with_signature)).collect();
    ctx.done(Subject::nobody(), (headers, Json(list))).await
}

/// Creates a subscription; the server sets prices, dates, amounts and the price id.
#[utoipa::path(post, path = "/api/subscriptions", tag = "subscriptions", request_body = NewSubscription, responses((status = CREATED, body = Subscription)))]
async fn create_subscription(
    ctx: Ctx<SubscriptionCreate>,
    State(app): State<App>,
    SentBack(new): SentBack<NewSubscription>,
) -> Result<Done<(StatusCode, Json<Subscription>)>> {
    if !new.sub_terms {
        return Err(Error::field("sub_terms", "The terms must be accepted"));
    }
    let form = Form::new(new)?;
    let charge = form.new.sub_payment_method == PaymentMethod::CardOnFile && app.part::<Billing>().is_on();
    let wanted = CheckoutRequest {
        clinic: Arc::clone(&ctx.clinic),
        member: ctx.member.id,
        plan: form.new.sub_plan,
        cycle: Cycle::Monthly,
        row: None,
    };
    let (ctx, charge) = if charge {
        // Stripe may be slow, so no transaction stays open meanwhile.
        let paused = ctx.pause().await?;
        let charge = billing::reserve(&app, &wanted).await?;
        match paused.resume(&app.tenants).await {
            Ok(ctx) => (ctx, Some(charge)),
            Err(error) => {
                charge.release(&app).await?;
                return Err(error);
            }
        }
    } else {
        (ctx, None)
    };
    let Some(charge) = charge else {
        let (subject, row) = form.store(&ctx.tx, &ctx.member, ctx.now).await?;
        let answer = Subscription::from_model(row, sees_signature(&ctx.member));
        return ctx.done(subject, (StatusCode::CREATED, Json(answer))).await;
    };
    let (status, next_bill) = (form.new.sub_status.unwrap_or_default(), form.dates.next_bill);
    // The signed form is stored before the card is charged, and the response only afterwards, so that a repeated request does not
    // receive a subscription that was refused.
    let (paused, subject, row) = match form.store_and_pause(ctx).await {
        Ok(stored) => stored,
        Err(error) => {
            charge.release(&app).await?;
            return Err(error);
        }
    };
    charge.begin(&app, &wanted.clinic, row.id).await?;
    let ctx = paused.resume(&app.tenants).await?;
    let row = billing::reinstate(&ctx.tx, row, status, next_bill, ctx.now).await?;
    let answer = Subscription::from_model(row, sees_signature(&ctx.member));
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}

/// Lists the plans.
#[utoipa::path(get, path = "/api/subscriptions/plans", tag = "subscriptions", responses((status = OK, body = Vec<Plan>)))]
async fn list_plans(ctx: Ctx<SessionOwn>) -> Result<Done<Json<Vec<Plan>>>> {
    ctx.done(Subject::nobody(), Json(offered_plans())).await
}

/// The plans, which anybody may see.
pub fn offered_plans() -> Vec<Plan> {
    let plans = PLANS.iter().map(|plan| Plan {
        id: plan.id,
        name: plan.name,
        monthly_price: plan.monthly,
        annual_monthly_price: plan.annual_monthly,
        annual_savings: plan.annual_savings(),
        popular: plan.popular,
        trial_days: TRIAL_DAYS,
        stripe_price_id: plan.price_id,
        form_features: plan.form_features,
        pricing_features: plan.pricing_features,
        coming_features: plan.coming_features,
    });
    plans.collect()
}
