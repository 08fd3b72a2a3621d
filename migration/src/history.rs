//! The properties of the steps that the runner needs.

use sea_orm_migration::MigratorTrait;

use crate::sql::Step;

/// The steps of a fleet. The product has one implementation; tests plant others.
pub trait History: MigratorTrait {
    /// In order of application.
    fn steps() -> &'static [&'static Step];

    /// The names of those that cannot run in a transaction.
    fn outside() -> &'static [&'static str];

    /// The oldest server that can serve the tables as the last step leaves them.
    fn oldest_server() -> &'static str;

    /// The last step's name; empty when there is none.
    fn latest() -> &'static str {
        Self::steps().last().map_or("", |step| step.name)
    }
}
