//! The meaning of Stripe's statuses: one of the specification's four words, and how much the clinic may do.
//! Pure functions of the fetched state and the time.

pub use entity::words::SubscriptionStatus;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// Stripe's own statuses, including future ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StripeStatus {
    Trialing,
    Active,
    PastDue,
    Unpaid,
    Paused,
    Incomplete,
    IncompleteExpired,
    Canceled,
    Unknown(String),
}

impl StripeStatus {
    pub fn read(word: &str) -> Self {
        match word {
            "trialing" => Self::Trialing,
            "active" => Self::Active,
            "past_due" => Self::PastDue,
            "unpaid" => Self::Unpaid,
            "paused" => Self::Paused,
            "incomplete" => Self::Incomplete,
            "incomplete_expired" => Self::IncompleteExpired,
            "canceled" => Self::Canceled,
            other => Self::Unknown(other.to_owned()),
        }
    }

    pub fn word(&self) -> &str {
        match self {
            Self::Trialing => "trialing",
            Self::Active => "active",
            Self::PastDue => "past_due",
            Self::Unpaid => "unpaid",
            Self::Paused => "paused",
            Self::Incomplete => "incomplete",
            Self::IncompleteExpired => "incomplete_expired",
            Self::Canceled => "canceled",
            Self::Unknown(word) => word,
        }
    }

    /// The status that is shown. `None` if unknown: then the former status stays, because a guess could stop a paying
    /// clinic.
    pub fn to_status(&self) -> Option<SubscriptionStatus> {
        match self {
            Self::Trialing => Some(SubscriptionStatus::Trialing),
            Self::Active => Some(SubscriptionStatus::Active),
            Self::PastDue | Self::Unpaid | Self::Paused | Self::Incomplete => Some(SubscriptionStatus::PastDue),
            Self::IncompleteExpired | Self::Canceled => Some(SubscriptionStatus::Canceled),
            Self::Unknown(_) => None,
        }
    }

    /// Whether the subscription is in force: paid, or with a payment due.
    pub fn is_live(&self) -> bool {
        matches!(self, Self::Trialing | Self::Active | Self::PastDue | Self::Unpaid | Self::Paused)
    }

    /// Whether the status is final.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::IncompleteExpired | Self::Canceled)
    }
}

/// For how long a failed payment changes nothing while Stripe tries again.
pub(super) const GRACE: TimeDelta = TimeDelta::days(14);

/// How much the clinic may do. Clinical work is never limited: reading, documenting and signing are always
/// possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanAccess {
    /// No new patients and members.
    ReadOnly,
    /// Everything, with a message that the payment failed.
    Grace,
    Full,
}

/// How much the clinic may do, by the status that is shown, Stripe's own status if there is one, and the time since
/// which a payment has been due.
pub(super) fn access(
    status: SubscriptionStatus,
    stripe: Option<&StripeStatus>,
    past_due_since: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> PlanAccess {
    match (status, stripe) {
        (SubscriptionStatus::Trialing | SubscriptionStatus::Active, _) => PlanAccess::Full,
        (SubscriptionStatus::Canceled, _) | (_, Some(StripeStatus::Unpaid | StripeStatus::Paused)) => {
            PlanAccess::ReadOnly
        }
        // A manual row has no date, because a person maintains it. It keeps the grace.
        (SubscriptionStatus::PastDue, _) => match past_due_since {
            Some(since) if now >= since + GRACE => PlanAccess::ReadOnly,
            _ => PlanAccess::Grace,
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [(&str, Option<SubscriptionStatus>, PlanAccess); 8] = [
        ("trialing", Some(SubscriptionStatus::Trialing), PlanAccess::Full),
        ("active", Some(SubscriptionStatus::Active), PlanAccess::Full),
        ("past_due", Some(SubscriptionStatus::PastDue), PlanAccess::Grace),
        ("unpaid", Some(SubscriptionStatus::PastDue), PlanAccess::ReadOnly),
        ("paused", Some(SubscriptionStatus::PastDue), PlanAccess::ReadOnly),
        ("incomplete", Some(SubscriptionStatus::PastDue), PlanAccess::Grace),
        ("incomplete_expired", Some(SubscriptionStatus::Canceled), PlanAccess::ReadOnly),
        ("canceled", Some(SubscriptionStatus::Canceled), PlanAccess::ReadOnly),
    ];

    #[test]
    fn each_stripe_status_maps_to_a_status_and_an_access() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        for (word, shown, may) in ALL {
            let status = StripeStatus::read(word);
            assert_eq!(status.word(), word);
            assert_eq!(status.to_status(), shown, "{word}");
            assert_eq!(access(shown.unwrap(), Some(&status), Some(now), now), may, "{word}");
        }
        let next = StripeStatus::read("hibernating");
        assert_eq!((next.to_status(), next.is_live(), next.is_terminal()), (None, false, false));
    }

    #[test]
    fn the_grace_ends_after_fourteen_days() {
        let since = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let at = |days, seconds| {
            let now = since + TimeDelta::days(days) + TimeDelta::seconds(seconds);
            access(SubscriptionStatus::PastDue, Some(&StripeStatus::PastDue), Some(since), now)
        };
        assert_eq!(at(0, 0), PlanAccess::Grace);
        assert_eq!(at(14, -1), PlanAccess::Grace);
        assert_eq!(at(14, 0), PlanAccess::ReadOnly);
    }

    proptest! {
        /// Time alone never gives more access.
        #[test]
        fn more_days_past_due_never_give_more_access(
            which in 0..ALL.len(), days in 0i64..100, more in 0i64..100, dated in any::<bool>(),
        ) {
            let (word, shown, _) = ALL[which];
            let since = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
            let at = |days| {
                let status = StripeStatus::read(word);
                access(shown.unwrap(), Some(&status), dated.then_some(since), since + TimeDelta::days(days))
            };
            prop_assert!(at(days + more) <= at(days));
        }
    }
}
