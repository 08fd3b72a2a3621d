use crate::sql::Step;

/// An event of an appointment names its room or device. Earlier events have no name, because none was booked then.
pub const STEP: Step = Step {
    name: "m20261125_000220_booked_resources",
    up: &["alter table appointment_event add column resource_name text, add column former_resource_name text"],
    grants: &[],
    down: &["alter table appointment_event drop column former_resource_name, drop column resource_name"],
};
