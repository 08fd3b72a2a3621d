//! A clinic's own tables, one step for each subject. `migration/README.md` lists what a migration may not do.

use sea_orm_migration::{MigrationTrait, MigratorTrait};

use crate::{
    history::History,
    sql::{SqlMigration, Step, step},
};

/// In the order of application.
pub const STEPS: &[Step] = &[
    step!("m20261201_000010_team"),
    step!("m20261201_000020_audit"),
    step!("m20261201_000030_settings"),
    step!("m20261201_000040_patients"),
    step!("m20261201_000050_imports"),
    step!("m20261201_000060_patient_record"),
    step!("m20261201_000070_consents"),
    step!("m20261201_000080_services"),
    step!("m20261201_000090_appointments"),
    step!("m20261201_000100_exams"),
    step!("m20261201_000110_clearance"),
    step!("m20261201_000120_protocols"),
    step!("m20261201_000130_treatments"),
    step!("m20261201_000140_review"),
    step!("m20261201_000150_adverse_events"),
    step!("m20261201_000160_loyalty"),
    step!("m20261201_000170_estimates"),
    step!("m20261201_000180_charges"),
    step!("m20261201_000190_documents"),
    step!("m20261201_000200_messages"),
    step!("m20261201_000210_online_booking"),
    step!("m20261201_000220_subscriptions"),
    step!("m20261201_000230_outbox"),
    step!("m20261201_000240_calendar_feeds"),
];

/// The first version. An older one is from before the first release, and no step leads from there.
pub const FIRST: &str = STEPS[0].name;

/// The newest version of the tables, which this release's server writes.
pub const LATEST: &str = STEPS[STEPS.len() - 1].name;

/// The oldest version that this release's server can serve.
pub const OLDEST_SERVED: &str = STEPS[STEPS.len() - 1].name;

/// The oldest server that can serve the tables as `LATEST` leaves them, named by the newest version that it knew. A
/// step that only adds leaves this unchanged. A step that drops or tightens raises it to the release that stopped using
/// the dropped objects.
pub const OLDEST_SERVER: &str = "m20261201_000240_calendar_feeds";

/// From this step on, steps also run on tables that a Citus cluster holds. Earlier steps only make the tables that are
/// then distributed.
pub const SPREAD_SINCE: &str = "m20261201_000240_calendar_feeds";

/// The names of the steps that cannot run in a transaction (`create index concurrently`). Each of their statements can
/// be repeated after an interruption.
pub const OUTSIDE: &[&str] = &[];

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        SqlMigration::all(STEPS)
    }
}

impl History for Migrator {
    fn steps() -> &'static [Step] {
        STEPS
    }

    fn outside() -> &'static [&'static str] {
        OUTSIDE
    }

    fn oldest_server() -> &'static str {
        OLDEST_SERVER
    }
}
