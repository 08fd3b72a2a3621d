//! Patients: adding, finding, changing and archiving them, and what the clinic asks and notes about them.

mod api;
mod archive;
mod change;
mod changes;
mod clinical;
mod export;
mod fold;
mod notes;
mod record;
mod search;
mod sql;
mod terms;
#[cfg(test)]
mod tests;

pub use clinical::newest_answers;
use entity::{clinic::patient, ids::PatientId};
pub use fold::folded;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};
pub use search::{Listed, best_matches, listed};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::{
    error::{Error, Result},
    state::App,
    tenancy::ClinicTx,
};

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(record::routes())
        .merge(change::routes())
        .merge(changes::routes())
        .merge(archive::routes())
        .merge(clinical::routes())
        .merge(notes::routes())
        .merge(export::routes())
}

/// The patient with this id, whom nobody else changes until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic.
pub async fn locked(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    patient::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// The patient with this id.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic.
pub async fn existing(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    patient::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)
}

/// These patients by last and first name, after the patient `after`: in the order of the index `patient_name`.
pub fn by_name(patients: Select<patient::Entity>, after: Option<PatientId>) -> Select<patient::Entity> {
    let following = match after {
        Some(last) => patients.filter(search::follows(last)),
        None => patients,
    };
    following
        .order_by_asc(search::lowered(patient::Column::LastName))
        .order_by_asc(search::lowered(patient::Column::FirstName))
        .order_by_asc(patient::Column::Id)
}
