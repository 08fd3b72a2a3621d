//! The registry: the clinics, their placements, and their states.

use sea_orm_migration::{MigrationTrait, MigratorTrait};

use crate::sql::{SqlMigration, Step, step};

/// The channel that announces changes of the list of clinics to the servers, which cache it.
pub const CHANNEL: &str = "celadon_directory";

/// In the order of application.
pub const STEPS: &[Step] =
    &[step!("m20261201_000010_clinics"), step!("m20261201_000020_billing"), step!("m20261201_000030_sign_up")];

pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        SqlMigration::all(STEPS)
    }
}
