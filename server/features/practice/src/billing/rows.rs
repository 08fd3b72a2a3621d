//! Reads the rows of the clinic's subscriptions for a projection, and writes the changes that it returns.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{member, subscription, subscription_status_history},
    ids::{MemberId, SubscriptionId},
    words::{PaymentMethod, StatusSource},
};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{Set, Unchanged},
    ColumnTrait, Condition, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
    Select,
};

use super::{
    catalog::{Cycle, PlanId, Terms},
    project::{Change, Fields, Row},
    status::SubscriptionStatus,
};
use base::error::{Error, Result};
use tenancy::ClinicTx;

/// The columns of a subscription that the rules need, without signature and notes.
#[derive(FromQueryResult)]
struct SubscriptionFacts {
    id: SubscriptionId,
    sub_plan: PlanId,
    sub_stripe_price_id: String,
    sub_trial_enabled: bool,
    sub_trial_days: i32,
    sub_start_date: NaiveDate,
    sub_trial_end: NaiveDate,
    sub_next_bill_date: Option<NaiveDate>,
    sub_recurring_amount: Decimal,
    sub_payment_method: PaymentMethod,
    sub_status: SubscriptionStatus,
    sub_billing: Cycle,
    stripe_subscription_id: Option<String>,
    stripe_status: Option<String>,
    cancel_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
    past_due_since: Option<DateTime<Utc>>,
}

fn facts() -> Select<subscription::Entity> {
    use subscription::Column;
    subscription::Entity::find().select_only().columns([
        Column::Id,
        Column::SubPlan,
        Column::SubStripePriceId,
        Column::SubTrialEnabled,
        Column::SubTrialDays,
        Column::SubStartDate,
        Column::SubTrialEnd,
        Column::SubNextBillDate,
        Column::SubRecurringAmount,
        Column::SubPaymentMethod,
        Column::SubStatus,
        Column::SubBilling,
        Column::StripeSubscriptionId,
        Column::StripeStatus,
        Column::CancelAt,
        Column::EndedAt,
        Column::PastDueSince,
    ])
}

/// The rows that Stripe's state may change, oldest first: rows linked with a subscription at Stripe, and the rows
/// `of_form`.
pub async fn read(tx: &ClinicTx, of_form: impl IntoIterator<Item = SubscriptionId>) -> Result<Vec<Row>> {
    let linked = subscription::Column::StripeSubscriptionId.is_not_null();
    let wanted = Condition::any().add(linked).add(subscription::Column::Id.is_in(of_form));
    let rows =
        facts().filter(wanted).order_by_asc(subscription::Column::Id).into_model::<SubscriptionFacts>().all(tx).await?;
    rows.iter().map(row).collect()
}

/// The one subscription that counts: ongoing before ended, at Stripe before manual, then the newest. A row that waits
/// for Stripe does not count.
pub async fn counted(tx: &ClinicTx) -> Result<Option<Row>> {
    use subscription::Column;
    let linked = Column::StripeSubscriptionId.is_not_null();
    let counts = Condition::any().add(linked.clone()).add(Column::SubPaymentMethod.eq(PaymentMethod::Other));
    let found = facts()
        .filter(counts)
        .order_by_desc(Column::SubStatus.ne(SubscriptionStatus::Canceled))
        .order_by_desc(linked)
        .order_by_desc(Column::Id)
        .into_model::<SubscriptionFacts>()
        .one(tx)
        .await?;
    found.as_ref().map(row).transpose()
}

/// Converts a subscription into the row that the rules use.
fn row(model: &SubscriptionFacts) -> Result<Row> {
    let (status, plan, cycle) = (model.sub_status, model.sub_plan, model.sub_billing);
    let amount = i64::try_from((model.sub_recurring_amount * Decimal::ONE_HUNDRED).trunc().mantissa())
        .map_err(|_| Error::Internal("a subscription's amount is too large".into()))?;
    let stripe = model.stripe_subscription_id.as_ref().map(|id| Fields {
        stripe_subscription_id: id.clone(),
        stripe_status: model.stripe_status.clone().unwrap_or_default(),
        status,
        plan,
        cycle,
        price_id: model.sub_stripe_price_id.clone(),
        amount,
        trial_enabled: model.sub_trial_enabled,
        trial_days: model.sub_trial_days,
        start: model.sub_start_date,
        trial_end: model.sub_trial_end,
        next_bill: model.sub_next_bill_date,
        cancel_at: model.cancel_at,
        ended_at: model.ended_at,
        past_due_since: model.past_due_since,
    });
    let is_manual = model.sub_payment_method == PaymentMethod::Other;
    Ok(Row { id: model.id, is_manual, status, plan, cycle, price_id: model.sub_stripe_price_id.clone(), stripe })
}

/// Writes the changes, with a history entry for each change of a status. `begun_by` returns the member who
/// started the subscription at this position of the list, if known.
pub async fn write(
    tx: &ClinicTx,
    changes: &[Change],
    begun_by: impl Fn(usize) -> Option<MemberId>,
    now: DateTime<Utc>,
) -> Result<()> {
    for change in changes {
        match change {
            Change::Update { row, from, fields } => {
                let new = subscription::ActiveModel { id: Unchanged(*row), ..filled(fields) };
                subscription::Entity::update(new).exec(tx).await?;
                if *from != fields.status {
                    record(tx, *row, Some(*from), fields.status, StatusSource::Stripe, now).await?;
                }
            }
            Change::Insert { fields, subscription } => {
                let by = match begun_by(*subscription) {
                    Some(member) => member,
                    None => owner(tx).await?,
                };
                let row = inserted(fields, by, now).insert(tx).await?;
                record(tx, row.id, None, fields.status, StatusSource::Stripe, now).await?;
            }
        }
    }
    Ok(())
}

/// Marks a row of the form that did not become a subscription.
pub async fn withdraw(tx: &ClinicTx, row: SubscriptionId, now: DateTime<Utc>) -> Result<()> {
    let Some(found) = subscription::Entity::find_by_id(row).one(tx).await? else { return Ok(()) };
    if found.stripe_subscription_id.is_some() || found.sub_status == SubscriptionStatus::Canceled {
        return Ok(());
    }
    let changed = subscription::ActiveModel {
        id: Unchanged(row),
        sub_status: Set(SubscriptionStatus::Canceled),
        sub_next_bill_date: Set(None),
        status_source: Set(StatusSource::Stripe),
        ..Default::default()
    };
    subscription::Entity::update(changed).exec(tx).await?;
    record(tx, row, Some(found.sub_status), SubscriptionStatus::Canceled, StatusSource::Stripe, now).await
}

/// Restores the status of a row that was withdrawn after a refused card, because the card was accepted now. Does not change other rows, nor a
/// row that a sync has written meanwhile.
pub async fn reinstate(
    tx: &ClinicTx,
    row: subscription::Model,
    status: SubscriptionStatus,
    next_bill: NaiveDate,
    now: DateTime<Utc>,
) -> Result<subscription::Model> {
    if row.sub_status == status {
        return Ok(row);
    }
    let found = subscription::Entity::find_by_id(row.id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)?;
    if found.stripe_subscription_id.is_some() || found.sub_status != SubscriptionStatus::Canceled {
        return Ok(found);
    }
    record(tx, row.id, Some(found.sub_status), status, StatusSource::Manual, now).await?;
    let mut changed = found.into_active_model();
    changed.sub_status = Set(status);
    changed.sub_next_bill_date = Set(Some(next_bill));
    changed.status_source = Set(StatusSource::Manual);
    Ok(changed.update(tx).await?)
}

/// Writes an entry of the history.
pub async fn record(
    tx: &ClinicTx,
    subscription: SubscriptionId,
    from: Option<SubscriptionStatus>,
    to: SubscriptionStatus,
    source: StatusSource,
    now: DateTime<Utc>,
) -> Result<()> {
    let line = subscription_status_history::ActiveModel {
        subscription_id: Set(subscription),
        from_status: Set(from),
        to_status: Set(to),
        source: Set(source),
        changed_at: Set(now),
        ..Default::default()
    };
    subscription_status_history::Entity::insert(line).exec_without_returning(tx).await?;
    Ok(())
}

/// Stripe's values. Notes, signatures, terms and the first charge do not change.
fn filled(fields: &Fields) -> subscription::ActiveModel {
    subscription::ActiveModel {
        sub_plan: Set(fields.plan),
        sub_billing: Set(fields.cycle),
        sub_price: Set(fields.price()),
        sub_recurring_amount: Set(fields.price()),
        sub_stripe_price_id: Set(fields.price_id.clone()),
        sub_features: Set(Terms::for_plan(fields.plan)
            .form_features
            .iter()
            .map(|feature| (*feature).to_owned())
            .collect()),
        sub_trial_enabled: Set(fields.trial_enabled),
        sub_trial_days: Set(fields.trial_days),
        sub_start_date: Set(fields.start),
        sub_trial_end: Set(fields.trial_end),
        sub_next_bill_date: Set(fields.next_bill),
        sub_status: Set(fields.status),
        stripe_subscription_id: Set(Some(fields.stripe_subscription_id.clone())),
        stripe_status: Set(Some(fields.stripe_status.clone())),
        cancel_at: Set(fields.cancel_at),
        ended_at: Set(fields.ended_at),
        past_due_since: Set(fields.past_due_since),
        status_source: Set(StatusSource::Stripe),
        ..Default::default()
    }
}

/// A new row for a subscription that was not signed here. Its terms were accepted on Stripe's own page.
fn inserted(fields: &Fields, by: MemberId, now: DateTime<Utc>) -> subscription::ActiveModel {
    subscription::ActiveModel {
        sub_first_charge_amount: Set(if fields.trial_enabled { Decimal::ZERO } else { fields.price() }),
        sub_payment_method: Set(PaymentMethod::NewCard),
        sub_terms: Set(false),
        sub_sig: Set(None),
        sub_sig_date: Set(None),
        sub_notes: Set(None),
        created_by: Set(by),
        created_at: Set(now),
        ..filled(fields)
    }
}

/// The owner, as the member for a subscription that was started in Stripe's dashboard.
async fn owner(tx: &ClinicTx) -> Result<MemberId> {
    let owner = member::Entity::find()
        .filter(member::Column::IsOwner.eq(true))
        .order_by_asc(member::Column::Id)
        .one(tx)
        .await?;
    owner.map(|owner| owner.id).ok_or_else(|| Error::Internal("a clinic has no owner".into()))
}
