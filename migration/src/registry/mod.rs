//! The registry: which clinics exist, in which placement, and in what state.

use sea_orm_migration::{MigrationTrait, MigratorTrait};

use crate::sql::{SqlMigration, Step};

mod m20261120_000001_clinics;
mod m20261121_000003_billing;
mod m20261121_000004_signup;
mod m20261121_000005_oldest_server;
mod m20261121_000006_platform_asks;
mod m20261121_000008_life;
mod m20261123_000048_mail_count;
mod m20261126_001070_audit_mark;

/// The channel on which changes of the list of clinics are announced to the servers, which cache it.
pub const CHANNEL: &str = "celadon_directory";

/// In order of application.
pub const STEPS: &[&Step] = &[
    &m20261120_000001_clinics::STEP,
    &m20261121_000003_billing::STEP,
    &m20261121_000004_signup::STEP,
    &m20261121_000005_oldest_server::STEP,
    &m20261121_000006_platform_asks::STEP,
    &m20261121_000008_life::STEP,
    &m20261123_000048_mail_count::STEP,
    &m20261126_001070_audit_mark::STEP,
];

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        STEPS.iter().map(|step| Box::new(SqlMigration(step)) as Box<dyn MigrationTrait>).collect()
    }
}
