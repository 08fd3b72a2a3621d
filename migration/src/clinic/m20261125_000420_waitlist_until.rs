use crate::sql::Step;

/// Until when somebody waits.
pub const STEP: Step = Step {
    name: "m20261125_000420_waitlist_until",
    up: &["alter table waitlist_entry add column until date"],
    grants: &[],
    down: &["alter table waitlist_entry drop column until"],
};
