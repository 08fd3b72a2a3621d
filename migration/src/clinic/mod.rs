//! A clinic's own tables, one file for each subject. See `migration/README.md` for what a
//! migration may not do.

use sea_orm_migration::{MigrationTrait, MigratorTrait};

use crate::{
    history::History,
    sql::{SqlMigration, Step},
};

mod m20261120_000001_team;
mod m20261120_000002_records;
mod m20261120_000003_consents;
mod m20261120_000004_appointments;
mod m20261120_000005_jobs;
mod m20261120_000006_exam_templates;
mod m20261120_000007_loyalty;
mod m20261120_000008_estimates;
mod m20261120_000009_subscriptions;
mod m20261121_000010_settings;
mod m20261121_000011_second_factor;
mod m20261121_000012_audit_seal;
mod m20261121_000013_billing;
mod m20261121_000014_signup;
mod m20261121_000017_trial;
mod m20261121_000021_support;
mod m20261123_000030_actor_names;
mod m20261123_000031_evidence;
mod m20261123_000035_director_confirmation;
mod m20261123_000036_takes_appointments;
mod m20261123_000037_versions;
mod m20261123_000040_repeats;
mod m20261123_000041_account_notices;
mod m20261123_000045_plan_grant;
mod m20261123_000046_outbox;
mod m20261123_000047_owner_confirmation;
mod m20261123_000050_seal_mark;
mod m20261123_000055_hours;
mod m20261123_000056_birth_dates;
mod m20261123_000060_points;
mod m20261123_000070_confirmed_addresses;
mod m20261123_000080_pronouns;
mod m20261124_000100_corrections;
mod m20261124_000120_ledger;
mod m20261124_000121_consent_links;
mod m20261124_000140_patient_record;
mod m20261124_000141_clinical_lists;
mod m20261124_000142_patient_notes;
mod m20261124_000143_patient_search;
mod m20261124_000144_patient_present;
mod m20261124_000150_distinct_patients;
mod m20261124_000160_patient_merge;
mod m20261124_000161_patient_listed;
mod m20261124_000170_template_versions;
mod m20261124_000171_licenses;
mod m20261124_000172_billing_notice_kind;
mod m20261124_000173_loyalty_rule_version;
mod m20261124_000180_merge_undo;
mod m20261124_000181_estimate_void;
mod m20261124_000191_modules;
mod m20261124_000192_services;
mod m20261124_000193_service_names;
mod m20261124_000194_imports;
mod m20261124_000195_api_tokens;
mod m20261124_000197_member_editor;
mod m20261124_000198_documents;
mod m20261125_000200_appointment_life;
mod m20261125_000210_schedule;
mod m20261125_000220_booked_resources;
mod m20261125_000230_waitlist;
mod m20261125_000300_messages;
mod m20261125_000310_texts;
mod m20261125_000320_after_visits;
mod m20261125_000330_follow_ups;
mod m20261125_000340_form_reminders;
mod m20261125_000350_sent_again;
mod m20261125_000400_online_booking;
mod m20261125_000410_calendar_feeds;
mod m20261125_000420_waitlist_until;
mod m20261125_000430_mail_reports;
mod m20261125_000440_message_defaults;
mod m20261125_000450_treatment_aftercare;
mod m20261125_000510_removed_notes;
mod m20261125_000520_withdrawn_answers;
mod m20261125_000530_point_rule_removed;
mod m20261125_000540_document_files;
mod m20261126_000500_needed_consents;
mod m20261126_000510_consent_events;
mod m20261126_000520_signing_wording;
mod m20261126_000530_consent_copies;
mod m20261126_000600_freed_by_moving;
mod m20261126_000800_review;
mod m20261126_000900_kiosk;
mod m20261126_000910_clearance;
mod m20261126_000920_protocols;
mod m20261126_000930_adverse_events;
mod m20261126_000940_void_signatures;
mod m20261126_000950_emergency_access;
mod m20261126_000955_unfinished_charts;
mod m20261126_000960_audit_heads;
mod m20261126_000970_signed_copies;
mod m20261126_000980_exam_copies;
mod m20261126_000981_protocol_notices;
mod m20261126_000982_review_mark;
mod m20261126_001000_estimate_issues;
mod m20261126_001020_estimate_clocks;
mod m20261126_001030_charges;
mod m20261126_001040_estimate_copies;

/// In order of application.
pub const STEPS: &[&Step] = &[
    &m20261120_000001_team::STEP,
    &m20261120_000002_records::STEP,
    &m20261120_000003_consents::STEP,
    &m20261120_000004_appointments::STEP,
    &m20261120_000005_jobs::STEP,
    &m20261120_000006_exam_templates::STEP,
    &m20261120_000007_loyalty::STEP,
    &m20261120_000008_estimates::STEP,
    &m20261120_000009_subscriptions::STEP,
    &m20261121_000010_settings::STEP,
    &m20261121_000011_second_factor::STEP,
    &m20261121_000012_audit_seal::STEP,
    &m20261121_000013_billing::STEP,
    &m20261121_000014_signup::STEP,
    &m20261121_000017_trial::STEP,
    &m20261121_000021_support::STEP,
    &m20261123_000030_actor_names::STEP,
    &m20261123_000031_evidence::STEP,
    &m20261123_000035_director_confirmation::STEP,
    &m20261123_000036_takes_appointments::STEP,
    &m20261123_000037_versions::STEP,
    &m20261123_000040_repeats::STEP,
    &m20261123_000041_account_notices::STEP,
    &m20261123_000045_plan_grant::STEP,
    &m20261123_000046_outbox::STEP,
    &m20261123_000047_owner_confirmation::STEP,
    &m20261123_000050_seal_mark::STEP,
    &m20261123_000055_hours::STEP,
    &m20261123_000056_birth_dates::STEP,
    &m20261123_000060_points::STEP,
    &m20261123_000070_confirmed_addresses::STEP,
    &m20261123_000080_pronouns::STEP,
    &m20261124_000100_corrections::STEP,
    &m20261124_000120_ledger::STEP,
    &m20261124_000121_consent_links::STEP,
    &m20261124_000140_patient_record::STEP,
    &m20261124_000141_clinical_lists::STEP,
    &m20261124_000142_patient_notes::STEP,
    &m20261124_000143_patient_search::STEP,
    &m20261124_000144_patient_present::STEP,
    &m20261124_000150_distinct_patients::STEP,
    &m20261124_000160_patient_merge::STEP,
    &m20261124_000161_patient_listed::STEP,
    &m20261124_000170_template_versions::STEP,
    &m20261124_000171_licenses::STEP,
    &m20261124_000172_billing_notice_kind::STEP,
    &m20261124_000173_loyalty_rule_version::STEP,
    &m20261124_000180_merge_undo::STEP,
    &m20261124_000181_estimate_void::STEP,
    &m20261124_000191_modules::STEP,
    &m20261124_000192_services::STEP,
    &m20261124_000193_service_names::STEP,
    &m20261124_000194_imports::STEP,
    &m20261124_000195_api_tokens::STEP,
    &m20261124_000197_member_editor::STEP,
    &m20261124_000198_documents::STEP,
    &m20261125_000200_appointment_life::STEP,
    &m20261125_000210_schedule::STEP,
    &m20261125_000220_booked_resources::STEP,
    &m20261125_000230_waitlist::STEP,
    &m20261125_000300_messages::STEP,
    &m20261125_000310_texts::STEP,
    &m20261125_000320_after_visits::STEP,
    &m20261125_000330_follow_ups::STEP,
    &m20261125_000340_form_reminders::STEP,
    &m20261125_000350_sent_again::STEP,
    &m20261125_000400_online_booking::STEP,
    &m20261125_000410_calendar_feeds::STEP,
    &m20261125_000420_waitlist_until::STEP,
    &m20261125_000430_mail_reports::STEP,
    &m20261125_000440_message_defaults::STEP,
    &m20261125_000450_treatment_aftercare::STEP,
    &m20261125_000510_removed_notes::STEP,
    &m20261125_000520_withdrawn_answers::STEP,
    &m20261125_000530_point_rule_removed::STEP,
    &m20261125_000540_document_files::STEP,
    &m20261126_000500_needed_consents::STEP,
    &m20261126_000510_consent_events::STEP,
    &m20261126_000520_signing_wording::STEP,
    &m20261126_000530_consent_copies::STEP,
    &m20261126_000600_freed_by_moving::STEP,
    &m20261126_000800_review::STEP,
    &m20261126_000900_kiosk::STEP,
    &m20261126_000910_clearance::STEP,
    &m20261126_000920_protocols::STEP,
    &m20261126_000930_adverse_events::STEP,
    &m20261126_000940_void_signatures::STEP,
    &m20261126_000950_emergency_access::STEP,
    &m20261126_000955_unfinished_charts::STEP,
    &m20261126_000960_audit_heads::STEP,
    &m20261126_000970_signed_copies::STEP,
    &m20261126_000980_exam_copies::STEP,
    &m20261126_000981_protocol_notices::STEP,
    &m20261126_000982_review_mark::STEP,
    &m20261126_001000_estimate_issues::STEP,
    &m20261126_001020_estimate_clocks::STEP,
    &m20261126_001030_charges::STEP,
    &m20261126_001040_estimate_copies::STEP,
];

/// The newest version, which this release's server writes.
pub const LATEST: &str = STEPS[STEPS.len() - 1].name;

/// The oldest version that this release's server can serve.
pub const OLDEST_SERVED: &str = STEPS[STEPS.len() - 1].name;

/// The oldest server that can serve the tables as `LATEST` leaves them, named by the newest version that it
/// knew. A step that only adds leaves this unchanged; a step that drops or tightens raises it to the release
/// that stopped using what is dropped.
pub const OLDEST_SERVER: &str = m20261124_000193_service_names::STEP.name;

/// From this step on a step also runs on tables that a Citus cluster holds: earlier ones only ever make the tables that are then
/// given to it.
pub const SPREAD_SINCE: &str = m20261126_001040_estimate_copies::STEP.name;

/// The steps that cannot run in a transaction, by name (`create index concurrently`). Each of their statements
/// can be run again after an interruption.
pub const OUTSIDE: &[&str] = &[];

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        STEPS.iter().map(|step| Box::new(SqlMigration(step)) as Box<dyn MigrationTrait>).collect()
    }
}

impl History for Migrator {
    fn steps() -> &'static [&'static Step] {
        STEPS
    }

    fn outside() -> &'static [&'static str] {
        OUTSIDE
    }

    fn oldest_server() -> &'static str {
        OLDEST_SERVER
    }
}
