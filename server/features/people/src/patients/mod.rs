//! Patients: adding, finding, changing and archiving them, and what the clinic asks and notes about them.

mod api;
mod archive;
mod change;
mod changes;
mod clinical;
mod export;
mod fields;
mod fold;
mod import;
mod latest_answers;
mod merge;
mod notes;
mod online;
mod record;
mod search;
mod sql;
mod survivor;
mod terms;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};

use entity::{
    clinic::{mail_stop, patient},
    ids::PatientId,
    words::MailStopReason,
};
pub use fold::folded;
pub use import::{ImportedBy, accepted, add_all, fill_empty, take_back};
pub use latest_answers::newest_answers;
pub use online::{OnlineContact, find_or_add};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, sea_query::LockType};
pub use search::{ListedPatient, best_matches, listed, with_a_name, with_first_name, with_last_name};
pub use survivor::{archived_at, of_person, with_person};
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
        .merge(merge::routes())
        .merge(clinical::routes())
        .merge(notes::routes())
        .merge(export::routes())
}

/// The patient with this id, whom nobody else changes until the transaction ends.
///
/// Several patients are locked by id, the lowest first, which prevents deadlocks. The lock does not exclude references:
/// a transaction that has locked another patient can still add a row that refers to this one.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic, `merged` when another record holds this one's.
pub async fn locked(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    unmerged(patient::Entity::find_by_id(id).lock(LockType::NoKeyUpdate).one(tx).await?.ok_or(Error::NotFound)?)
}

/// The patient with this id.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic, `merged` when another record holds this one's.
pub async fn existing(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    unmerged(any(tx, id).await?)
}

/// The patient with this id, merged or not.
async fn any(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    patient::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)
}

fn unmerged(patient: patient::Model) -> Result<patient::Model> {
    match patient.merged_into {
        None => Ok(patient),
        Some(survivor) => {
            let sentence = format!("This client's record was merged into record {survivor}. Open that one instead.");
            Err(Error::conflict("merged", sentence))
        }
    }
}

/// The patient whose record holds what was recorded under this id: the one it was merged into, or itself.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic.
pub async fn person(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    let patient = any(tx, id).await?;
    match patient.merged_into {
        Some(survivor) => any(tx, survivor).await,
        None => Ok(patient),
    }
}

/// Why the patient's address gets no mail, if it is so.
///
/// # Errors
/// When the database is out of reach.
pub async fn mail_stop(tx: &ClinicTx, person: &patient::Model) -> Result<Option<MailStopReason>> {
    let Some(address) = &person.email else { return Ok(None) };
    Ok(mail_stop::Entity::for_address(address).one(tx).await?.map(|stop| stop.reason))
}

/// The patients whose records hold what was recorded under these ids, by those ids: in one query, and in a second one only
/// where somebody was merged.
///
/// # Errors
/// When the database is out of reach.
pub async fn persons(
    tx: &ClinicTx,
    ids: impl IntoIterator<Item = PatientId>,
) -> Result<HashMap<PatientId, patient::Model>> {
    let found = async |ids| patient::Entity::find().filter(patient::Column::Id.is_in(ids)).all(tx).await;
    let rows: Vec<patient::Model> = found(ids.into_iter().collect::<Vec<_>>()).await?;
    let merged: Vec<_> = rows.iter().filter_map(|row| Some((row.id, row.merged_into?))).collect();
    let mut persons: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    if !merged.is_empty() {
        let survivors = found(merged.iter().map(|(_, survivor)| *survivor).collect()).await?;
        for (id, survivor) in merged {
            persons.extend(survivors.iter().find(|row| row.id == survivor).map(|row| (id, row.clone())));
        }
    }
    Ok(persons)
}

/// The same as [`person`], and nobody else changes the patient until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic; `merged` or [`Error::Stale`] when somebody merges the patient, or
/// undoes that, at the same moment.
pub async fn locked_person(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    let person = any(tx, id).await?.merged_into.unwrap_or(id);
    let row = locked(tx, person).await?;
    // Whoever undoes the merge locks the survivor too.
    if person != id && any(tx, id).await?.merged_into != Some(person) {
        return Err(Error::Stale);
    }
    Ok(row)
}

/// The same for several, the lowest id first. Somebody whom another one merges at the same moment is left out.
///
/// # Errors
/// When the database is out of reach.
pub async fn locked_persons(tx: &ClinicTx, ids: impl IntoIterator<Item = PatientId>) -> Result<Vec<patient::Model>> {
    let ids: BTreeSet<_> = persons(tx, ids).await?.into_values().map(|person| person.id).collect();
    let rows = patient::Entity::find().filter(patient::Column::Id.is_in(ids)).order_by_asc(patient::Column::Id);
    let rows: Vec<patient::Model> = rows.lock(LockType::NoKeyUpdate).all(tx).await?;
    Ok(rows.into_iter().filter(|row| row.merged_into.is_none()).collect())
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
