//! Notices about the subscription, each sent once: stored as a row, and mailed to those who manage the billing.
//! No mail names anybody but its recipient.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{billing_notice, member, subscription},
    registry::stripe_event,
    words::MemberStatus,
};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::OnConflict,
};
use uuid::Uuid;

use super::{
    catalog::{Cycle, Terms},
    gateway::Customer,
    project::{Change, Row},
    status::{GRACE, StripeStatus, SubscriptionStatus},
};
use crate::{
    features::billing::jobs::BillingNotice,
    foundation::{
        config::BaseUrl,
        error::Result,
        jobs::enqueue,
        mail::{Email, plain_name},
        permission::Grants,
        tenancy::{Clinic, ClinicTx},
    },
};

/// A notice to the clinic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    kind: Kind,
    /// The same notice has the same key, however often it occurs.
    key: String,
    subscription: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    TrialWillEnd,
    PaymentFailed,
    PaymentActionRequired,
    Renewal,
    PastDue,
    Canceled,
}

impl Kind {
    const ALL: [Self; 6] = [
        Self::TrialWillEnd,
        Self::PaymentFailed,
        Self::PaymentActionRequired,
        Self::Renewal,
        Self::PastDue,
        Self::Canceled,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::TrialWillEnd => "trial_will_end",
            Self::PaymentFailed => "payment_failed",
            Self::PaymentActionRequired => "payment_action_required",
            Self::Renewal => "renewal",
            Self::PastDue => "past_due",
            Self::Canceled => "canceled",
        }
    }

    fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

impl Notice {
    /// The notice in an event that the fetched state does not show.
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
            // The event is also sent when a trial is ended early.
            customer.subscriptions.iter().find(|snapshot| {
                snapshot.id == about
                    && snapshot.status == StripeStatus::Trialing
                    && snapshot.trial_end.is_some_and(|end| end > now)
            })?;
        }
        let subscription = Some(about.to_owned()).filter(|id| id.starts_with("sub_"));
        Some(Self { kind, key: format!("{}:{about}", event.kind), subscription })
    }

    /// The notices that follow from changed state: they do not need a webhook.
    pub fn of_changes(changes: &[Change], before: &[Row]) -> Vec<Self> {
        let notice = |change: &Change| {
            let Change::Update { row, from, fields } = change else { return None };
            // A row of the form that was never at Stripe has not ended.
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

/// Stores the new ones of these, and mails them to everybody who manages the clinic's billing.
///
/// # Errors
/// When the database is out of reach.
pub async fn keep(tx: &ClinicTx, clinic: Uuid, notices: &[Notice], now: DateTime<Utc>) -> Result<()> {
    for notice in notices {
        let Some(id) = kept(tx, notice, now).await? else { continue };
        // A past-due subscription has its own notice, also when no event came.
        if notice.kind == Kind::PaymentFailed {
            continue;
        }
        for payer in payers(tx).await? {
            enqueue(tx, clinic, now, &BillingNotice { member: payer.id, notice: id }).await?;
        }
    }
    Ok(())
}

/// The new row's id; none when it existed.
async fn kept(tx: &ClinicTx, notice: &Notice, now: DateTime<Utc>) -> Result<Option<i64>> {
    let line = billing_notice::ActiveModel {
        kind: Set(notice.kind.word().to_owned()),
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

fn pays(member: &member::Model) -> bool {
    Grants::from_member(member).access("billing.portal").is_some()
}

/// The mail to one member about a notice. None when it is no longer true, or not for this member.
///
/// # Errors
/// When the database is out of reach.
pub async fn email(
    tx: &ClinicTx,
    clinic: &Clinic,
    base_url: &BaseUrl,
    member: &member::Model,
    notice: i64,
) -> Result<Option<Email>> {
    let notice = billing_notice::Entity::find_by_id(notice).one(tx).await?;
    let Some(notice) = notice.filter(|_| pays(member)) else { return Ok(None) };
    let about = about(tx, &notice).await?;
    let origin = base_url.origin_of(&clinic.subdomain);
    let Some(kind) = Kind::named(&notice.kind) else { return Ok(None) };
    let place = Place { zone: clinic.time_zone, origin: &origin };
    let clinic = plain_name(&clinic.name);
    let Some((subject, words)) = words(kind, about.as_ref(), &clinic, place) else { return Ok(None) };
    Ok(Some(Email::new((&member.full_name(), &member.email), &clinic, |name, clinic| {
        let text = format!(
            "Hello {name},\n\n{words}\n\nYou get this mail because you look after the billing of {clinic} on Celadon.\n"
        );
        (format!("{subject}: {clinic}"), text)
    })))
}

/// The subscription of a notice; for an invoice, the newest at Stripe.
async fn about(tx: &ClinicTx, notice: &billing_notice::Model) -> Result<Option<subscription::Model>> {
    let at_stripe = subscription::Entity::find()
        .filter(match &notice.stripe_subscription_id {
            Some(id) => subscription::Column::StripeSubscriptionId.eq(id),
            None => subscription::Column::StripeSubscriptionId.is_not_null(),
        })
        .order_by_desc(subscription::Column::Id)
        .limit(1);
    Ok(at_stripe.one(tx).await?)
}

/// The time zone and the clinic's address for a mail.
#[derive(Clone, Copy)]
struct Place<'a> {
    zone: Tz,
    origin: &'a str,
}

/// Subject and text; none when it is no longer true, or another notice covers it. `name` is the clinic's name,
/// safe for a mail.
fn words(
    kind: Kind,
    about: Option<&subscription::Model>,
    name: &str,
    Place { zone, origin }: Place<'_>,
) -> Option<(&'static str, String)> {
    let about = about?;
    let plan = Terms::for_plan(about.sub_plan).name;
    let status = about.sub_status;
    let amount = format!("${:.2}", about.sub_recurring_amount);
    let manage = format!("Under 'Manage billing' you can look after it:\n\n{origin}/subscriptions");
    let (subject, text) = match (kind, status) {
        (Kind::TrialWillEnd, SubscriptionStatus::Trialing) => {
            let then = if about.cancel_at.is_some() {
                "It was canceled, so nothing is charged then.".to_owned()
            } else {
                format!("Then {amount} is charged to the card on file.")
            };
            (
                "The trial ends soon",
                format!(
                    "the trial of the {plan} plan of {name} ends on {}. {then}\n\n{manage}",
                    day(about.sub_trial_end)
                ),
            )
        }
        (Kind::PastDue, SubscriptionStatus::PastDue) => {
            let until = about.past_due_since.map(|since| (since + GRACE).with_timezone(&zone).date_naive());
            let until = until.map(|until| format!(" Nothing changes until {}.", day(until))).unwrap_or_default();
            (
                "A payment failed",
                format!(
                    "the last payment for the {plan} plan of {name}, {amount}, failed. It is tried again; please check the card.{until}\n\n{manage}"
                ),
            )
        }
        (
            Kind::PaymentActionRequired,
            SubscriptionStatus::Trialing | SubscriptionStatus::Active | SubscriptionStatus::PastDue,
        ) => (
            "A payment waits for you",
            format!("the bank asks that somebody confirms the payment for the {plan} plan of {name}.\n\n{manage}"),
        ),
        (Kind::Renewal, SubscriptionStatus::Active) if about.sub_billing == Cycle::Annual => {
            let next = about.sub_next_bill_date?;
            (
                "The plan renews soon",
                format!(
                    "the {plan} plan of {name} renews for another year on {}. Then {amount} is charged to the card on file.\n\n{manage}",
                    day(next)
                ),
            )
        }
        (Kind::Canceled, SubscriptionStatus::Canceled) => {
            let ended = about.ended_at.map(|at| at.with_timezone(&zone).date_naive());
            let ended = ended.map(|on| format!(" on {}", day(on))).unwrap_or_default();
            (
                "The subscription has ended",
                format!(
                    "the {plan} plan of {name} ended{ended}. Everything that was recorded can still be read and documented.\n\nA plan can be chosen again here:\n\n{origin}/pricing"
                ),
            )
        }
        _ => return None,
    };
    Some((subject, text))
}

fn day(date: NaiveDate) -> String {
    date.format("%B %-d, %Y").to_string()
}
