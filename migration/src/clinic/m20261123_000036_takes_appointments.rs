use crate::sql::Step;

/// Whether a member can be booked. Null: the role's default.
pub const STEP: Step = Step {
    name: "m20261123_000036_takes_appointments",
    up: &["alter table member add column takes_appointments boolean"],
    grants: &[],
    down: &["alter table member drop column takes_appointments"],
};
