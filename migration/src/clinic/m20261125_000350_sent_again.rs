use crate::sql::Step;

/// A message that failed can be sent again, and a message about a series stores which further visits it announced. A
/// server of the release before sends none.
pub const STEP: Step = Step {
    name: "m20261125_000350_sent_again",
    up: &[
        "alter table message add column asked_again_at timestamptz, add column also bigint[] not null default '{}'",
        "create index message_failed on message (due_at) where status in ('Failed', 'Bounced')",
    ],
    grants: &[],
    down: &["drop index message_failed", "alter table message drop column also, drop column asked_again_at"],
};
