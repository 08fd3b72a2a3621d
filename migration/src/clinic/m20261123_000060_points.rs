use crate::sql::Step;

/// A rule may give as many points as its form accepts.
pub const STEP: Step = Step {
    name: "m20261123_000060_points",
    up: &[
        "alter table loyalty_rule drop constraint loyalty_rule_points",
        "alter table loyalty_rule add constraint loyalty_rule_points check (points between 0 and 999999)",
    ],
    grants: &[],
    down: &[
        "alter table loyalty_rule drop constraint loyalty_rule_points",
        "update loyalty_rule set points = 100000 where points > 100000",
        "alter table loyalty_rule add constraint loyalty_rule_points check (points between 0 and 100000)",
    ],
};
