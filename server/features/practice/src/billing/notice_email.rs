//! The text and the recipients of a notice's mail. A mail names only its recipient.

use chrono_tz::Tz;
use entity::{
    clinic::{billing_notice, member, subscription},
    words::BillingNoticeKind as Kind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{
    catalog::{Cycle, Terms},
    status::{GRACE, SubscriptionStatus},
};
use base::{date_format::long_date, error::Result, local_time::day_of, permission::Grants};
use config::BaseUrl;
use mail::{Email, Recipient, plain_name};
use tenancy::{Clinic, ClinicTx};

/// Whether this member gets the mails about the subscription.
pub(super) fn pays(member: &member::Model) -> bool {
    Grants::from_member(member).access("billing.portal").is_some()
}

/// The mail to one member about a notice. `None` if the notice is no longer true, or not for this member.
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
    let place = MailContext { zone: clinic.time_zone, origin: &origin };
    let clinic = plain_name(&clinic.name);
    let Some((subject, words)) = words(notice.kind, about.as_ref(), &clinic, place) else { return Ok(None) };
    Ok(Some(Email::new(Recipient::new(member.full_name(), &member.email), &clinic, |name, clinic| {
        let text = format!(
            "Hello {name},\n\n{words}\n\nYou get this mail because you look after the billing of {clinic} on Celadon.\n"
        );
        (format!("{subject}: {clinic}"), text)
    })))
}

/// The subscription of a notice. For an invoice, the newest subscription at Stripe.
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
struct MailContext<'a> {
    zone: Tz,
    origin: &'a str,
}

/// Subject and text. `None` if the notice is no longer true, or if another notice covers it. `name` is the clinic's
/// name, safe for a mail.
fn words(
    kind: Kind,
    about: Option<&subscription::Model>,
    name: &str,
    MailContext { zone, origin }: MailContext<'_>,
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
                    long_date(about.sub_trial_end)
                ),
            )
        }
        (Kind::PastDue, SubscriptionStatus::PastDue) => {
            let until = about.past_due_since.map(|since| day_of(since + GRACE, zone));
            let until = until.map(|until| format!(" Nothing changes until {}.", long_date(until))).unwrap_or_default();
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
                    long_date(next)
                ),
            )
        }
        (Kind::Canceled, SubscriptionStatus::Canceled) => {
            let ended = about.ended_at.map(|at| day_of(at, zone));
            let ended = ended.map(|on| format!(" on {}", long_date(on))).unwrap_or_default();
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
