use crate::sql::Step;

/// Whether patients who cannot be mailed are texted what is new about a visit; after how many days of a visit the patient is asked
/// how it went, where its service says nothing of its own; and the services for which that is never. A server of the release
/// before texts nothing new, and knows the days of services alone.
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
