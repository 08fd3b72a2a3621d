//! The calls about subscriptions. Except for the card on file, Stripe is not asked here.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::subscription,
    ids::SubscriptionId,
    words::{PaymentMethod, StatusSource},
};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    TryIntoModel,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    dates::{BillingDates, billing_dates},
    page::page,
};
use crate::{
    features::billing::{self, Billing, CheckoutRequest, Cycle, PLANS, PlanId, SubscriptionStatus, TRIAL_DAYS, Terms},
    foundation::{
        error::{Error, Result},
        evidence,
        http::{
            Json, Page, Payload, Query,
            fields::{Day, Field, Note, Quantity},
            optional,
            signature::{TallSignature, data_url},
        },
        permission::{Role, SessionOwn, SubscriptionCreate, SubscriptionRead},
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Member, Paused, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_subscriptions, create_subscription)).routes(routes!(list_plans))
}

/// The length of a trial: a whole number of days, also as the text that a form sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = u16, minimum = 0, maximum = 365)]
struct TrialDays(u16);

impl Field for TrialDays {
    fn parse(value: &Value) -> Result<Self, String> {
        let days = match value {
            Value::Number(number) => number.as_u64(),
            Value::String(text) if text.trim().bytes().all(|byte| byte.is_ascii_digit()) => text.trim().parse().ok(),
            _ => None,
        };
        let days = days.and_then(|days| u16::try_from(days).ok()).filter(|days| *days <= 365);
        days.map(Self).ok_or_else(|| "must be a whole number from 0 to 365".to_owned())
    }
}

/// A subscription as it was signed (specification 3).
#[derive(Debug, Serialize, ToSchema)]
struct Subscription {
    #[schema(value_type = i64)]
    id: SubscriptionId,
    sub_plan: PlanId,
    sub_price: Quantity,
    sub_stripe_price_id: String,
    sub_features: Vec<String>,
    sub_trial_enabled: bool,
    sub_trial_days: i32,
    sub_start_date: NaiveDate,
    sub_trial_end: NaiveDate,
    /// Null when it has ended or will end.
    #[schema(required)]
    sub_next_bill_date: Option<NaiveDate>,
    sub_first_charge_amount: Quantity,
    sub_recurring_amount: Quantity,
    sub_payment_method: PaymentMethod,
    sub_terms: bool,
    #[schema(required)]
    sub_sig: Option<String>,
    /// Null when it was started on the pricing page.
    #[schema(required)]
    sub_sig_date: Option<NaiveDate>,
    sub_status: SubscriptionStatus,
    sub_billing: Cycle,
    /// Where the status comes from: Stripe, once the subscription exists there, or the form.
    is_at_stripe: bool,
    /// When it will end, if it will.
    #[schema(required)]
    cancel_at: Option<DateTime<Utc>>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    #[schema(required)]
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

/// The form (specification 5): the server computes what it shows read-only.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the specification names its fields")]
struct NewSubscription {
    sub_plan: PlanId,
    /// Default: with a trial.
    #[serde(default, deserialize_with = "optional")]
    sub_trial_enabled: Option<bool>,
    /// Default: 14.
    #[serde(default, deserialize_with = "optional")]
    sub_trial_days: Option<TrialDays>,
    sub_start_date: Day,
    sub_payment_method: PaymentMethod,
    /// Must be true.
    sub_terms: bool,
    sub_sig: TallSignature,
    sub_sig_date: Day,
    /// Default: Trialing.
    #[serde(default, deserialize_with = "optional")]
    sub_status: Option<SubscriptionStatus>,
    #[serde(default, deserialize_with = "optional")]
    sub_notes: Option<Note>,
}

impl Payload for NewSubscription {
    const IGNORED: &'static [&'static str] = &[
        "id",
        "sub_price",
        "sub_stripe_price_id",
        "sub_features",
        "sub_trial_end",
        "sub_next_bill_date",
        "sub_first_charge_amount",
        "sub_recurring_amount",
        "sub_billing",
        "is_at_stripe",
        "cancel_at",
        "ended_at",
    ];
}

/// A plan as the form and the pricing page show it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Plan {
    id: PlanId,
    name: &'static str,
    monthly_price: i64,
    /// The price a month when a year is paid at once.
    annual_monthly_price: i64,
    annual_savings: i64,
    popular: bool,
    trial_days: i32,
    stripe_price_id: &'static str,
    form_features: &'static [&'static str],
    pricing_features: &'static [&'static str],
}

/// A Medical Director sees the list, not the signature (the notes of `permissions.csv`).
fn sees_signature(member: &Member) -> bool {
    member.is_owner || member.role != Role::MedicalDirector
}

/// Lists the subscriptions, newest first: without a limit 50, and never more than fit into 1 MB. The Link
/// header leads to the next page.
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
#[utoipa::path(post, path = "/api/subscriptions", tag = "subscriptions", responses((status = CREATED, body = Subscription)))]
async fn create_subscription(
    ctx: Ctx<SubscriptionCreate>,
    State(app): State<App>,
    Json(new): Json<NewSubscription>,
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
        // Stripe may be slow: no transaction stays open meanwhile.
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
    // The signed form is stored before the card is charged, and the response only afterwards: a repeated
    // request must not receive a subscription that was refused.
    let (paused, subject, row) = match form.store_and_pause(ctx).await {
        Ok(stored) => stored,
        Err(error) => {
            charge.release(&app).await?;
            return Err(error);
        }
    };
    charge.begin(&app, &wanted.clinic, row.id).await?;
    let ctx = paused.resume(&app.tenants).await?;
    let answer = Subscription::from_model(row, sees_signature(&ctx.member));
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}

/// A form whose dates lie in the calendar.
struct Form {
    new: NewSubscription,
    has_trial: bool,
    trial_days: i32,
    dates: BillingDates,
}

impl Form {
    fn new(new: NewSubscription) -> Result<Self> {
        let has_trial = new.sub_trial_enabled.unwrap_or(true);
        let trial_days = new.sub_trial_days.map_or(TRIAL_DAYS, |days| days.0.into());
        let dates = billing_dates(new.sub_start_date.0, has_trial.then_some(trial_days.unsigned_abs()))
            .ok_or_else(|| Error::field("sub_start_date", "is out of the calendar"))?;
        Ok(Self { new, has_trial, trial_days, dates })
    }

    async fn store_and_pause(
        self,
        ctx: Ctx<SubscriptionCreate>,
    ) -> Result<(Paused<SubscriptionCreate>, Subject, subscription::Model)> {
        let (subject, row) = self.store(&ctx.tx, &ctx.member, ctx.now).await?;
        Ok((ctx.commit_and_pause(subject.clone()).await?, subject, row))
    }

    /// Stores the row with its signature; the server sets prices, amounts and the price id.
    async fn store(self, tx: &ClinicTx, author: &Member, now: DateTime<Utc>) -> Result<(Subject, subscription::Model)> {
        let Self { new, has_trial, trial_days, dates } = self;
        let plan = Terms::for_plan(new.sub_plan);
        let status = new.sub_status.unwrap_or_default();
        let row = subscription::ActiveModel {
            // Assigned by the database.
            id: Set(0.into()),
            sub_plan: Set(plan.id),
            sub_price: Set(plan.price()),
            sub_stripe_price_id: Set(plan.price_id.to_owned()),
            sub_features: Set(plan.form_features.iter().map(|feature| (*feature).to_owned()).collect()),
            sub_trial_enabled: Set(has_trial),
            sub_trial_days: Set(trial_days),
            sub_start_date: Set(new.sub_start_date.0),
            sub_trial_end: Set(dates.trial_end),
            sub_next_bill_date: Set(Some(dates.next_bill)),
            sub_first_charge_amount: Set(if has_trial { Decimal::ZERO } else { plan.price() }),
            sub_recurring_amount: Set(plan.price()),
            sub_payment_method: Set(new.sub_payment_method),
            sub_terms: Set(true),
            sub_sig: Set(Some(new.sub_sig.into_png())),
            sub_sig_date: Set(Some(new.sub_sig_date.0)),
            sub_status: Set(status),
            sub_notes: Set(new.sub_notes.map(|note| note.0)),
            sub_billing: Set(Cycle::Monthly),
            stripe_subscription_id: Set(None),
            stripe_status: Set(None),
            cancel_at: Set(None),
            ended_at: Set(None),
            past_due_since: Set(None),
            status_source: Set(StatusSource::Manual),
            created_by: Set(author.id),
            created_at: Set(now),
            signer: Set(Some(author.signer())),
            signed_content: Set(None),
            content_digest: Set(None),
        };
        let signed = evidence::subscription(&row.clone().try_into_model()?);
        let digest = signed.digest();
        let row = subscription::ActiveModel {
            id: NotSet,
            signed_content: Set(Some(signed.text())),
            content_digest: Set(Some(digest.clone())),
            ..row
        };
        let row = row.insert(tx).await?;
        billing::record(tx, row.id, None, status, StatusSource::Manual, now).await?;
        let subject = Subject::object(row.id).signed("subscription", row.id, &digest);
        Ok((subject, row))
    }
}

/// Lists the plans.
#[utoipa::path(get, path = "/api/subscriptions/plans", tag = "subscriptions", responses((status = OK, body = Vec<Plan>)))]
async fn list_plans(ctx: Ctx<SessionOwn>) -> Result<Done<Json<Vec<Plan>>>> {
    ctx.done(Subject::nobody(), Json(offered_plans())).await
}

/// The plans, as everybody may see them.
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
    });
    plans.collect()
}
