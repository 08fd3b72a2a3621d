//! A clinic's own settings, the modules that it uses, and the sample data of a new one.

mod api;
mod findings;
mod jobs;
mod modules;
mod sample;
#[cfg(test)]
mod tests;
mod wire;

use entity::clinic::clinic_setting;
use sea_orm::EntityTrait;

pub use findings::Findings;
pub use jobs::jobs;
pub use modules::{is_module_on, module_on, modules_on, require_module};
pub use sample::add_sample;
#[cfg(test)]
pub use sample::keep;
use utoipa_axum::router::OpenApiRouter;
pub use wire::{ClockTime, IntegerBetween};

use crate::foundation::{
    error::{Error, Result},
    state::App,
    tenancy::ClinicTx,
};

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(modules::routes()).merge(sample::routes())
}

/// The clinic's settings: the table's one row.
///
/// # Errors
/// When the database is out of reach.
pub async fn current(tx: &ClinicTx) -> Result<clinic_setting::Model> {
    let row = clinic_setting::Entity::find_by_id(1_i16).one(tx).await?;
    row.ok_or_else(|| Error::Internal("a clinic has no settings".into()))
}
