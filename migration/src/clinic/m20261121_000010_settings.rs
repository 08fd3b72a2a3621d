use crate::sql::Step;

/// The clinic's settings can be changed: its name and time zone are here, and are copied to the registry
/// afterwards, where the clinic's role may not write.
pub const STEP: Step = Step {
    name: "m20261121_000010_settings",
    up: &[
        // Null: as in the registry since the clinic was made.
        "alter table clinic_setting add column name text
            constraint clinic_setting_name check (char_length(name) between 1 and 200)",
        "alter table clinic_setting add column time_zone text",
        "alter table clinic_setting add column version integer not null default 1",
        "alter table clinic_setting drop constraint clinic_setting_link",
        "alter table clinic_setting add constraint clinic_setting_link_days check (consent_link_days between 1 and 365)",
    ],
    grants: &[],
    down: &[
        "alter table clinic_setting drop constraint clinic_setting_link_days",
        "alter table clinic_setting add constraint clinic_setting_link check (consent_link_days between 1 and 90)",
        "alter table clinic_setting drop column version",
        "alter table clinic_setting drop column time_zone",
        "alter table clinic_setting drop column name",
    ],
};
