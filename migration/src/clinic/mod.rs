//! A clinic's own tables, one file for each subject. See `migration/README.md` for what a
//! migration may not do.

use sea_orm_migration::{MigrationTrait, MigratorTrait};

use crate::sql::{SqlMigration, Step};

mod m20261120_000001_team;
mod m20261120_000002_records;
mod m20261120_000003_consents;
mod m20261120_000004_appointments;
mod m20261120_000005_jobs;
mod m20261120_000006_exam_templates;
mod m20261120_000007_loyalty;
mod m20261120_000008_estimates;
mod m20261120_000009_subscriptions;

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
];

/// The newest version, which this release's server writes.
pub const LATEST: &str = STEPS[STEPS.len() - 1].name;

/// The oldest version that this release's server can serve.
pub const OLDEST_SERVED: &str = STEPS[STEPS.len() - 1].name;

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        STEPS.iter().map(|step| Box::new(SqlMigration(step)) as Box<dyn MigrationTrait>).collect()
    }
}
