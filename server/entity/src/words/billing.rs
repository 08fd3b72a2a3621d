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

    /// The source of a status.
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

    /// How a subscription is started: at Stripe's checkout, or with the card saved there.
    pub enum CheckoutKind {
        Checkout = "checkout",
        CardOnFile = "card_on_file",
    }

    /// The state of a checkout.
    pub enum CheckoutState {
        Open = "open",
        Completed = "completed",
        Expired = "expired",
        Failed = "failed",
    }

    /// The content of a notice about the subscription.
    pub enum BillingNoticeKind {
        TrialWillEnd = "trial_will_end",
        PaymentFailed = "payment_failed",
        PaymentActionRequired = "payment_action_required",
        Renewal = "renewal",
        PastDue = "past_due",
        Canceled = "canceled",
    }

    /// The state of a Stripe event.
    pub enum EventState {
        Received = "received",
        Applied = "applied",
        Ignored = "ignored",
        /// The customer is unknown, or not known yet.
        Unmatched = "unmatched",
    }
}
