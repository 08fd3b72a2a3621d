//! The registry: which clinics there are, where each one lives and in what state it is.

use sea_orm_migration::{MigrationTrait, MigratorTrait};

use crate::sql::{SqlMigration, Step};

mod m20261120_000001_clinics;

/// In order of application.
pub const STEPS: &[&Step] = &[&m20261120_000001_clinics::STEP];

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        STEPS.iter().map(|step| Box::new(SqlMigration(step)) as Box<dyn MigrationTrait>).collect()
    }
}
