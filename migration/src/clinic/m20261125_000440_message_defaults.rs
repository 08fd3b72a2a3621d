use crate::sql::Step;

/// Whether patients who cannot be mailed get texts about changes of a visit; after how many days of a visit the patient
/// is asked how it went, where its service sets no number; and the services for which that is never. A server of the
/// release before sends no such texts, and uses the days of services alone.
pub const STEP: Step = Step {
    name: "m20261125_000440_message_defaults",
    up: &[
        "alter table message_setting add column news_by_text boolean not null default false",
        "alter table message_setting add column follow_up_days integer
            constraint message_setting_follow_up_days check (follow_up_days between 1 and 365)",
        "alter table service_message add column no_follow_up boolean not null default false",
    ],
    grants: &[],
    down: &[
        "alter table service_message drop column no_follow_up",
        "alter table message_setting drop column follow_up_days",
        "alter table message_setting drop column news_by_text",
    ],
};
