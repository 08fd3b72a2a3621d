//! The properties of steps that the runner needs.

use sea_orm_migration::MigratorTrait;

use crate::sql::Step;

/// The steps of a fleet. The product has one implementation, and tests use others.
pub trait History: MigratorTrait {
    /// In the order of application.
    fn steps() -> &'static [Step];

    /// The names of the steps that cannot run in a transaction.
    fn outside() -> &'static [&'static str];

    /// The oldest server that can serve the tables as the last step leaves them.
    fn oldest_server() -> &'static str;

    /// The name of the last step. Empty if there is none.
    fn latest() -> &'static str {
        Self::steps().last().map_or("", |step| step.name)
    }
}
