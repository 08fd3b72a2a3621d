use crate::sql::Step;

/// When the clinic usually sees patients, in its own time: bookings outside these hours are confirmed first.
pub const STEP: Step = Step {
    name: "m20261123_000055_hours",
    up: &[
        "alter table clinic_setting add column opens_at time not null default '07:00'",
        "alter table clinic_setting add column closes_at time not null default '21:00'",
        "alter table clinic_setting add constraint clinic_setting_hours check (closes_at > opens_at)",
    ],
    grants: &[],
    down: &[
        "alter table clinic_setting drop constraint clinic_setting_hours",
        "alter table clinic_setting drop column closes_at",
        "alter table clinic_setting drop column opens_at",
    ],
};
