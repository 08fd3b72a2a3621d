use crate::sql::Step;

/// Whose time a moved appointment has freed: the history had the provider's name only. Earlier events have no id, so
/// the times that they freed are not offered to those who wait.
pub const STEP: Step = Step {
    name: "m20261126_000600_freed_by_moving",
    up: &[
        "alter table appointment_event add column former_provider_id bigint references member (id)",
        "create index appointment_event_freed on appointment_event (former_starts_at) where former_provider_id is not null",
    ],
    grants: &[],
    down: &["drop index appointment_event_freed", "alter table appointment_event drop column former_provider_id"],
};
