//! The form as sent and signed, and the row made from it.

use chrono::{DateTime, Utc};
use entity::{
    clinic::subscription,
    words::{PaymentMethod, StatusSource},
};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, TryIntoModel,
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::dates::{BillingDates, billing_dates};
use crate::billing::{self, Cycle, PlanId, SubscriptionStatus, TRIAL_DAYS, Terms};
use base::{
    error::{Error, Result},
    permission::SubscriptionCreate,
};
use http_api::{
    Computed, deserialize_fields,
    fields::{Day, Field, Note},
    signature::TallSignature,
};
use tenancy::{ClinicTx, Ctx, Member, Paused, Subject};

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
deserialize_fields!(TrialDays);

/// The form (specification 5). The server computes the read-only fields.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the specification names its fields")]
pub(super) struct NewSubscription {
    pub(super) sub_plan: PlanId,
    /// Default: with a trial.
    sub_trial_enabled: Option<bool>,
    /// Default: 14.
    sub_trial_days: Option<TrialDays>,
    sub_start_date: Day,
    pub(super) sub_payment_method: PaymentMethod,
    /// Must be true.
    pub(super) sub_terms: bool,
    sub_sig: TallSignature,
    sub_sig_date: Day,
    /// Default: Trialing.
    pub(super) sub_status: Option<SubscriptionStatus>,
    sub_notes: Option<Note>,
}

impl Computed for NewSubscription {
    const COMPUTED: &'static [&'static str] = &[
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

/// The row that the same form left when the card was refused: same member, same signature. A repeated form is not stored again.
async fn refused_before(tx: &ClinicTx, wanted: &subscription::Model) -> Result<Option<subscription::Model>> {
    use subscription::Column;
    let withdrawn = subscription::Entity::find()
        .filter(Column::SubStatus.eq(SubscriptionStatus::Canceled))
        .filter(Column::StatusSource.eq(StatusSource::Stripe))
        .filter(Column::StripeSubscriptionId.is_null())
        .filter(Column::SubPaymentMethod.eq(wanted.sub_payment_method))
        .filter(Column::CreatedBy.eq(wanted.created_by))
        .filter(Column::SubSig.eq(wanted.sub_sig.clone()))
        .order_by_desc(Column::Id)
        .limit(50);
    let is_same = |row: &subscription::Model| {
        let form = |one: &subscription::Model| {
            let trial = (one.sub_trial_enabled, one.sub_trial_days, one.sub_trial_end);
            let signed = (one.sub_sig_date, one.sub_notes.clone(), one.signer.clone());
            (one.sub_plan, one.sub_billing, one.sub_price, one.sub_start_date, trial, signed)
        };
        form(row) == form(wanted)
    };
    Ok(withdrawn.all(tx).await?.into_iter().find(is_same))
}

/// A form whose dates are within the calendar.
pub(super) struct Form {
    pub(super) new: NewSubscription,
    has_trial: bool,
    trial_days: i32,
    pub(super) dates: BillingDates,
}

impl Form {
    pub(super) fn new(new: NewSubscription) -> Result<Self> {
        let has_trial = new.sub_trial_enabled.unwrap_or(true);
        let trial_days = new.sub_trial_days.map_or(TRIAL_DAYS, |days| days.0.into());
        let dates = billing_dates(new.sub_start_date.0, has_trial.then_some(trial_days.unsigned_abs()))
            .ok_or_else(|| Error::field("sub_start_date", "is out of the calendar"))?;
        Ok(Self { new, has_trial, trial_days, dates })
    }

    pub(super) async fn store_and_pause(
        self,
        ctx: Ctx<SubscriptionCreate>,
    ) -> Result<(Paused<SubscriptionCreate>, Subject, subscription::Model)> {
        let wanted = self.row(&ctx.member, ctx.now);
        let (subject, row) = match refused_before(&ctx.tx, &wanted.clone().try_into_model()?).await? {
            Some(row) => {
                let digest = row.content_digest.clone().unwrap_or_default();
                (Subject::object(row.id).signed("subscription", row.id, &digest), row)
            }
            None => insert(&ctx.tx, wanted, ctx.now).await?,
        };
        Ok((ctx.commit_and_pause(subject.clone()).await?, subject, row))
    }

    /// Stores the row with its signature.
    pub(super) async fn store(
        self,
        tx: &ClinicTx,
        author: &Member,
        now: DateTime<Utc>,
    ) -> Result<(Subject, subscription::Model)> {
        insert(tx, self.row(author, now), now).await
    }

    /// The row to store; the server sets prices, amounts and the price id.
    fn row(self, author: &Member, now: DateTime<Utc>) -> subscription::ActiveModel {
        let Self { new, has_trial, trial_days, dates } = self;
        let plan = Terms::for_plan(new.sub_plan);
        let status = new.sub_status.unwrap_or_default();
        subscription::ActiveModel {
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
        }
    }
}

async fn insert(
    tx: &ClinicTx,
    row: subscription::ActiveModel,
    now: DateTime<Utc>,
) -> Result<(Subject, subscription::Model)> {
    let signed = evidence::subscription(&row.clone().try_into_model()?);
    let digest = signed.digest();
    let row = subscription::ActiveModel {
        id: NotSet,
        signed_content: Set(Some(signed.text())),
        content_digest: Set(Some(digest.clone())),
        ..row
    };
    let row = row.insert(tx).await?;
    billing::record(tx, row.id, None, row.sub_status, StatusSource::Manual, now).await?;
    let subject = Subject::object(row.id).signed("subscription", row.id, &digest);
    Ok((subject, row))
}
