use crate::sql::Step;

/// What happened to an appointment says which room or device it had. Without a name in the events of before: none was booked then.
pub const STEP: Step = Step {
    name: "m20261125_000220_booked_resources",
    up: &["alter table appointment_event add column resource_name text, add column former_resource_name text"],
    grants: &[],
    down: &["alter table appointment_event drop column former_resource_name, drop column resource_name"],
};
