use crate::sql::Step;

/// The drawn signature of a void. Earlier voids have none, and a server of the release before writes none.
pub const STEP: Step = Step {
    name: "m20261126_000940_void_signatures",
    up: &["alter table record_void add column signature bytea", "alter table estimate_void add column signature bytea"],
    grants: &[],
    down: &["alter table estimate_void drop column signature", "alter table record_void drop column signature"],
};
