use crate::sql::Step;

/// For how long a consent that a service needs counts, and what happens to a treatment without it.
pub const STEP: Step = Step {
    name: "m20261126_000500_needed_consents",
    up: &[
        "alter table service_consent add column valid_months integer,
            add constraint service_consent_valid_months check (valid_months between 1 and 60)",
        "alter table clinic_setting add column missing_consents text not null default 'warn',
            add constraint clinic_setting_missing_consents check (missing_consents in ('warn', 'block'))",
    ],
    grants: &[],
    down: &[
        "alter table clinic_setting drop constraint clinic_setting_missing_consents, drop column missing_consents",
        "alter table service_consent drop constraint service_consent_valid_months, drop column valid_months",
    ],
};
