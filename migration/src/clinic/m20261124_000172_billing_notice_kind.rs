use crate::sql::Step;

/// The words of a notice about the subscription, which servers have always written.
pub const STEP: Step = Step {
    name: "m20261124_000172_billing_notice_kind",
    up: &["alter table billing_notice
            add constraint billing_notice_kind check (kind in (
                'trial_will_end', 'payment_failed', 'payment_action_required', 'renewal', 'past_due', 'canceled'
            ))"],
    grants: &[],
    down: &["alter table billing_notice drop constraint billing_notice_kind"],
};
