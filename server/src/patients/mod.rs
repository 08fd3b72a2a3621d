//! Patients: the people a clinic treats, found by any part of what is known of them.

mod api;
mod search;
#[cfg(test)]
mod size;
mod terms;
#[cfg(test)]
mod tests;

pub use api::routes;
use entity::clinic::patient;
use sea_orm::EntityTrait;

use crate::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// The patient with this id.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic.
pub async fn existing(tx: &ClinicTx, id: i64) -> Result<patient::Model> {
    patient::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)
}
