use crate::sql::Step;

/// The version of a loyalty rule, counted up by each change.
pub const STEP: Step = Step {
    name: "m20261124_000173_loyalty_rule_version",
    up: &["alter table loyalty_rule add column version integer not null default 1"],
    grants: &[],
    down: &["alter table loyalty_rule drop column version"],
};
