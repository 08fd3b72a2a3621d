//! Notices about the subscription. Each is stored as a row, and mailed once to the members who manage the billing.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{billing_notice, member},
    registry::stripe_event,
    words::{BillingNoticeKind as Kind, MemberStatus},
};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, sea_query::OnConflict};
use uuid::Uuid;

use super::{
    gateway::Customer,
    jobs::BillingNotice,
    notice_email::pays,
    project::{Change, Row},
    status::{StripeStatus, SubscriptionStatus},
};
use base::error::Result;
use outbox::enqueue;
use tenancy::ClinicTx;

/// A notice to the clinic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    kind: Kind,
    /// The same for every repetition of a notice.
    key: String,
    subscription: Option<String>,
}

impl Notice {
    /// The notice of an event, for news that the fetched state does not show.
    pub fn of_event(event: &stripe_event::Model, customer: &Customer, now: DateTime<Utc>) -> Option<Self> {
        let kind = match event.kind.as_str() {
            "customer.subscription.trial_will_end" => Kind::TrialWillEnd,
            "invoice.payment_failed" => Kind::PaymentFailed,
            "invoice.payment_action_required" => Kind::PaymentActionRequired,
            "invoice.upcoming" => Kind::Renewal,
            _ => return None,
        };
        let about = event.object_id.as_deref().unwrap_or(&event.id);
        if kind == Kind::TrialWillEnd {
            // Stripe also sends this event when a trial ends early.
            customer.subscriptions.iter().find(|snapshot| {
                snapshot.id == about
                    && snapshot.status == StripeStatus::Trialing
                    && snapshot.trial_end.is_some_and(|end| end > now)
            })?;
        }
        let subscription = Some(about.to_owned()).filter(|id| id.starts_with("sub_"));
        Some(Self { kind, key: format!("{}:{about}", event.kind), subscription })
    }

    /// The notices that follow from changed state, without a webhook.
    pub fn of_changes(changes: &[Change], before: &[Row]) -> Vec<Self> {
        let notice = |change: &Change| {
            let Change::Update { row, from, fields } = change else { return None };
            // A row of the form that was never at Stripe cannot have ended.
            let was_there = before.iter().any(|known| known.id == *row && known.stripe.is_some());
            let id = &fields.stripe_subscription_id;
            let (kind, key) = match fields.status {
                SubscriptionStatus::PastDue => {
                    let since = fields.past_due_since.map_or(0, |since| since.timestamp());
                    (Kind::PastDue, format!("past_due:{id}:{since}"))
                }
                SubscriptionStatus::Canceled => (Kind::Canceled, format!("canceled:{id}")),
                SubscriptionStatus::Trialing | SubscriptionStatus::Active => return None,
            };
            (was_there && *from != fields.status).then(|| Self { kind, key, subscription: Some(id.clone()) })
        };
        changes.iter().filter_map(notice).collect()
    }
}

/// Stores the notices that are new, and mails them to everybody who manages the clinic's billing.
pub async fn keep(tx: &ClinicTx, clinic: Uuid, notices: &[Notice], now: DateTime<Utc>) -> Result<()> {
    for notice in notices {
        let Some(id) = kept(tx, notice, now).await? else { continue };
        // No mail here: a past-due subscription has its own notice, which needs no event.
        if notice.kind == Kind::PaymentFailed {
            continue;
        }
        for payer in payers(tx).await? {
            enqueue(tx, clinic, now, &BillingNotice { member: payer.id, notice: id }).await?;
        }
    }
    Ok(())
}

/// Stores a notice and returns its id. `None` if it was stored before.
async fn kept(tx: &ClinicTx, notice: &Notice, now: DateTime<Utc>) -> Result<Option<i64>> {
    let line = billing_notice::ActiveModel {
        kind: Set(notice.kind),
        dedupe_key: Set(notice.key.clone()),
        stripe_subscription_id: Set(notice.subscription.clone()),
        noticed_at: Set(now),
        ..Default::default()
    };
    let is_new = billing_notice::Entity::insert(line)
        .on_conflict(OnConflict::column(billing_notice::Column::DedupeKey).do_nothing().to_owned())
        .exec_without_returning(tx)
        .await?;
    if is_new == 0 {
        return Ok(None);
    }
    let own = billing_notice::Entity::find().filter(billing_notice::Column::DedupeKey.eq(&notice.key));
    Ok(own.one(tx).await?.map(|row| row.id))
}

/// Active members who may manage the billing.
async fn payers(tx: &ClinicTx) -> Result<Vec<member::Model>> {
    let active = member::Entity::find()
        .filter(member::Column::Status.eq(MemberStatus::Active))
        .filter(member::Column::RemovedAt.is_null())
        .order_by_asc(member::Column::Id);
    Ok(active.all(tx).await?.into_iter().filter(pays).collect())
}
