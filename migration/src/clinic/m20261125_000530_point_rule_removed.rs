use crate::sql::Step;

/// The rule of a service can be removed, which undoes its first one.
pub const STEP: Step = Step {
    name: "m20261125_000530_point_rule_removed",
    up: &[],
    grants: &[("loyalty_rule", "select, insert, update, delete")],
    down: &[],
};
