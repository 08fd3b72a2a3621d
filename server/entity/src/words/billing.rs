//! The words of plans, subscriptions and checkouts.

use super::words;

words! {
    /// A plan's short name.
    pub enum PlanId {
        Basic = "basic",
        Plus = "plus",
        Pro = "pro",
    }

    /// How often a plan is paid (specification 7).
    pub enum Cycle {
        Monthly = "monthly",
        Annual = "annual",
    }

    /// A subscription's status (specification 4).
    #[derive(Default)]
    pub enum SubscriptionStatus {
        #[default]
        Trialing = "Trialing",
        Active = "Active",
        PastDue = "Past Due",
        Canceled = "Canceled",
    }

    /// Where a status comes from.
    pub enum StatusSource {
        /// The form.
        Manual = "manual",
        Stripe = "stripe",
    }

    /// How the clinic pays (specification 9).
    pub enum PaymentMethod {
        CardOnFile = "Card on file (Stripe)",
        NewCard = "New card entry (Stripe Checkout)",
        Other = "Other (manual)",
    }

    /// How a subscription is started: at Stripe's checkout, or on the card saved there.
    pub enum CheckoutKind {
        Checkout = "checkout",
        CardOnFile = "card_on_file",
    }

    /// How far a checkout has come.
    pub enum CheckoutState {
        Open = "open",
        Completed = "completed",
        Expired = "expired",
        Failed = "failed",
    }

    /// What a notice about the subscription says.
    pub enum BillingNoticeKind {
        TrialWillEnd = "trial_will_end",
        PaymentFailed = "payment_failed",
        PaymentActionRequired = "payment_action_required",
        Renewal = "renewal",
        PastDue = "past_due",
        Canceled = "canceled",
    }

    /// How far one of Stripe's events has come.
    pub enum EventState {
        Received = "received",
        Applied = "applied",
        Ignored = "ignored",
        /// The customer is not known, or not yet.
        Unmatched = "unmatched",
    }
}
