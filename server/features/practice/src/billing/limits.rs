//! The plan's limits: seats when a member is added, patients when one is created.
//!
//! No clinical call is limited. A clinic that never subscribed has no limits: no limit was ever announced to
//! it. A plan larger than Basic is paid at Stripe or granted by the service; what a clinic enters about itself
//! is not a payment.

use axum::http::StatusCode;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{member, patient},
    words::MemberStatus,
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter,
    sea_query::{Query, extension::postgres::PgFunc},
};
use uuid::Uuid;

use super::{
    catalog::{Limits, PlanId, Terms},
    grant, rows,
    status::{PlanAccess, StripeStatus, SubscriptionStatus, access},
    trial,
};
use base::{
    error::{Error, Refusal, Result},
    local_time::{day_of, start_of},
    permission::{BillingCheckout, Permission, SubscriptionRead},
};
use config::stripe_keys::Enforcement;
use tenancy::{ClinicTx, Ctx, Member, Work};

/// The subscription that counts, and its consequences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanUsage {
    /// `None` during and after the trial that comes with signing up.
    pub plan: Option<PlanId>,
    pub status: SubscriptionStatus,
    pub access: PlanAccess,
    pub trial_end: Option<NaiveDate>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
}

impl PlanUsage {
    pub fn limits(&self) -> Limits {
        self.plan.map_or(Limits { seats: None, patients_a_month: None }, |plan| Terms::for_plan(plan).limits)
    }
}

/// The plan or trial that counts now, in this order: a granted plan; a subscription at Stripe that has not ended;
/// the trial that comes with signing up, until it ends; a row that the clinic entered as paid in another way. Such
/// a row counts as Basic, whatever plan it names. A row of the form that waits for Stripe does not count. If there
/// is nothing else, the ended trial counts.
pub async fn usage(work: Work<'_>) -> Result<Option<PlanUsage>> {
    let Work { tx, now, .. } = work;
    if let Some(plan) = grant::in_force(tx, now).await? {
        return Ok(Some(PlanUsage {
            plan: Some(plan),
            status: SubscriptionStatus::Active,
            access: PlanAccess::Full,
            trial_end: None,
            cancel_at: None,
            past_due_since: None,
        }));
    }
    let Some(row) = rows::counted(tx).await? else { return own_trial(work).await };
    let stripe = row.stripe.as_ref();
    if stripe.is_none() && trial::ends_at(tx).await?.is_some_and(|ends_at| now < ends_at) {
        return own_trial(work).await;
    }
    Ok(Some({
        let reported = stripe.map(|own| StripeStatus::read(&own.stripe_status));
        let past_due_since = stripe.and_then(|own| own.past_due_since);
        PlanUsage {
            plan: Some(if stripe.is_some() { row.plan } else { PlanId::Basic }),
            status: row.status,
            access: access(row.status, reported.as_ref(), past_due_since, now),
            trial_end: stripe.filter(|own| own.status == SubscriptionStatus::Trialing).map(|own| own.trial_end),
            cancel_at: stripe.and_then(|own| own.cancel_at),
            past_due_since,
        }
    }))
}

async fn own_trial(work: Work<'_>) -> Result<Option<PlanUsage>> {
    Ok(trial::ends_at(work.tx).await?.map(|ends_at| {
        let (status, access) = if work.now < ends_at {
            (SubscriptionStatus::Trialing, PlanAccess::Full)
        } else {
            (SubscriptionStatus::Canceled, PlanAccess::ReadOnly)
        };
        let trial_end = Some(work.day_of(ends_at));
        PlanUsage { plan: None, status, access, trial_end, cancel_at: None, past_due_since: None }
    }))
}

/// Active members of the team: each is a seat.
pub async fn seats(tx: &ClinicTx) -> Result<i64> {
    let active = member::Entity::find()
        .filter(member::Column::Status.eq(MemberStatus::Active))
        .filter(member::Column::RemovedAt.is_null())
        .count(tx)
        .await?;
    Ok(i64::try_from(active).unwrap_or(i64::MAX))
}

/// Patients created in this calendar month of the clinic's zone, without sample patients. A merged patient still counts, because undoing the
/// merge is never refused.
pub async fn patients_this_month(work: Work<'_>) -> Result<i64> {
    let created = patient::Entity::find()
        .filter(patient::Column::CreatedAt.gte(month_began(work.zone(), work.now)))
        .filter(patient::Column::SampleSetId.is_null())
        .count(work.tx)
        .await?;
    Ok(i64::try_from(created).unwrap_or(i64::MAX))
}

fn month_began(zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    let today = day_of(now, zone);
    start_of(today.with_day(1).unwrap_or(today), zone)
}

/// Whether only the trial that comes with signing up counts. Then nobody has checked who runs the clinic, and the clinic has not paid.
pub async fn is_on_trial(work: Work<'_>) -> Result<bool> {
    Ok(usage(work).await?.is_some_and(|usage| usage.plan.is_none()))
}

/// How many mails a clinic may send in a day, so that it cannot be used as a relay. The trial has the lowest limit,
/// because anybody can start one.
pub async fn mails_a_day(work: Work<'_>) -> Result<i64> {
    Ok(match usage(work).await?.map(|usage| usage.plan) {
        Some(None) => 50,
        Some(Some(PlanId::Basic)) => 100,
        Some(Some(PlanId::Plus)) => 300,
        // An operator created a clinic without a trial, and has checked its owner.
        Some(Some(PlanId::Pro)) | None => 1_000,
    })
}

/// The refusal of what the clinic's plan does not allow.
fn plan_limit(code: &'static str, sentence: &'static str) -> Error {
    Refusal::new(StatusCode::PAYMENT_REQUIRED, code, sentence).into()
}

/// Refuses a member beyond the plan's seats.
///
/// Fails when limits are enforced and the plan's seats are used, or nobody can be added while nothing is paid.
pub async fn may_add_member<P: Permission>(ctx: &Ctx<P>, holds: Enforcement) -> Result<()> {
    let Some(usage) = enforced_usage(ctx, holds).await? else { return Ok(()) };
    match usage.limits().seats {
        Some(limit) if seats(&ctx.tx).await? >= limit => Err(plan_limit(
            "seats",
            if may_buy(ctx) {
                "Your plan's seats are all taken. Set somebody inactive, or choose a larger plan."
            } else {
                "Your clinic's seats are all taken. Set somebody inactive, or ask the owner for a larger plan."
            },
        )),
        _ => Ok(()),
    }
}

/// Refuses a patient beyond the plan's limit.
///
/// Fails when limits are enforced and this month's new patients are used up, or none can be added while nothing is paid.
pub async fn may_add_patient<P: Permission>(ctx: &Ctx<P>, holds: Enforcement) -> Result<()> {
    let Some(usage) = enforced_usage(ctx, holds).await? else { return Ok(()) };
    match usage.limits().patients_a_month {
        Some(limit) if patients_this_month(ctx.work()).await? >= limit => Err(plan_limit(
            "patients",
            if may_buy(ctx) {
                "Your plan's new patients for this month are used up. Choose a larger plan to add more."
            } else {
                "Your clinic's new patients for this month are used up. Please tell the clinic's owner."
            },
        )),
        _ => Ok(()),
    }
}

/// Refuses `count` patients, as many as a file holds, beyond the plan's limit.
///
/// Fails when limits are enforced and the plan allows fewer new patients this month, or none can be added while nothing is paid.
pub async fn may_add_patients<P: Permission>(ctx: &Ctx<P>, holds: Enforcement, count: i64) -> Result<()> {
    let Some(usage) = enforced_usage(ctx, holds).await? else { return Ok(()) };
    match usage.limits().patients_a_month {
        Some(limit) if patients_this_month(ctx.work()).await? + count > limit => Err(plan_limit(
            "patients",
            if may_buy(ctx) {
                "The file holds more new patients than your plan has left for this month. Choose a larger plan to \
                     import them."
            } else {
                "The file holds more new patients than your clinic has left for this month. Please tell the clinic's \
                     owner."
            },
        )),
        _ => Ok(()),
    }
}

/// How many patients a job or a visitor may still add now. `None` if unlimited. Takes the same lock as a member's request.
pub async fn patients_left(work: Work<'_>, holds: Enforcement) -> Result<Option<i64>> {
    if holds != Enforcement::Enforce {
        return Ok(None);
    }
    count_one_at_a_time(work.tx, work.clinic.id).await?;
    let Some(usage) = usage(work).await? else { return Ok(None) };
    if usage.access == PlanAccess::ReadOnly {
        return Ok(Some(0));
    }
    let Some(limit) = usage.limits().patients_a_month else { return Ok(None) };
    Ok(Some((limit - patients_this_month(work).await?).max(0)))
}

async fn count_one_at_a_time(tx: &ClinicTx, clinic: Uuid) -> Result<()> {
    let key = i64::from_be_bytes(clinic.as_u64_pair().0.to_be_bytes());
    tx.execute(Query::select().expr(PgFunc::advisory_xact_lock(key))).await?;
    Ok(())
}

/// The usage, if limits are enforced. Takes a lock, so that requests count one at a time.
async fn enforced_usage<P: Permission>(ctx: &Ctx<P>, holds: Enforcement) -> Result<Option<PlanUsage>> {
    if holds != Enforcement::Enforce {
        return Ok(None);
    }
    count_one_at_a_time(&ctx.tx, ctx.clinic.id).await?;
    match usage(ctx.work()).await? {
        // Only members who may see the clinic's subscriptions get the reason.
        Some(usage) if usage.access == PlanAccess::ReadOnly && !sees_payments(&ctx.member) => Err(plan_limit(
            "not_now",
            "New patients and team members cannot be added just now. The clinic's owner knows more.",
        )),
        Some(usage) if usage.access == PlanAccess::ReadOnly && usage.plan.is_none() => Err(plan_limit(
            "trial_ended",
            "The trial has ended. Everything can still be read and documented; choose a plan to add to the \
                       clinic.",
        )),
        Some(usage) if usage.access == PlanAccess::ReadOnly => Err(plan_limit(
            "subscription_ended",
            "The subscription has ended or was not paid. Everything can still be read and documented; \
                       renew it to add to the clinic.",
        )),
        usage => Ok(usage),
    }
}

/// Whether the member may choose a larger plan.
fn may_buy<P: Permission>(ctx: &Ctx<P>) -> bool {
    ctx.member.grants().access(BillingCheckout::NAME).is_some()
}

/// Whether the member may see the clinic's subscriptions, and so whether the clinic pays.
pub fn sees_payments(member: &Member) -> bool {
    member.grants().access(SubscriptionRead::NAME).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_at_the_clinics_own_midnight() {
        let began = |zone: Tz, now: &str| month_began(zone, now.parse().unwrap()).to_rfc3339();
        let new_york = chrono_tz::America::New_York;
        assert_eq!(began(new_york, "2027-02-01T04:59:00Z"), "2027-01-01T05:00:00+00:00");
        assert_eq!(began(new_york, "2027-02-01T05:00:00Z"), "2027-02-01T05:00:00+00:00");
        assert_eq!(began(chrono_tz::Asia::Tokyo, "2027-01-31T15:00:00Z"), "2027-01-31T15:00:00+00:00");
    }
}
