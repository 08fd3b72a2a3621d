//! A clinic itself: its birth, with everything it needs on its first day, and its own settings.

mod api;
mod birth;
#[cfg(test)]
mod tests;

pub use api::routes;
#[cfg(test)]
pub use birth::born_with;
pub use birth::{create, defaults};
use entity::clinic::clinic_setting;
use sea_orm::EntityTrait;

use crate::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// The clinic's settings: the one row.
///
/// # Errors
/// When the database is out of reach.
pub async fn settings(tx: &ClinicTx) -> Result<clinic_setting::Model> {
    let row = clinic_setting::Entity::find_by_id(1_i16).one(tx).await?;
    row.ok_or_else(|| Error::Internal("a clinic has no settings".into()))
}
