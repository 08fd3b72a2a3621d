//! Patients: adding, finding, changing and archiving them, and the clinic's questions and notes about them.

mod api;
mod archive;
mod change;
mod changes;
mod clinical;
mod export;
mod fields;
mod import;
mod latest_answers;
mod merge;
mod merged_into;
mod notes;
mod online;
mod query_terms;
mod record;
pub mod search;
pub mod sql;

pub use import::{ImportedBy, accepted, add_all, fill_empty, take_back, with_records};
pub use latest_answers::newest_answers;
pub use merged_into::{archived_at, of_person, with_person};
pub use online::{OnlineContact, find_or_add};
pub(crate) use search::{ListedPatient, best_matches, listed};
pub use search::{with_a_name, with_first_name, with_last_name};

use std::collections::{BTreeSet, HashMap};

use entity::{
    clinic::{mail_stop, patient},
    ids::PatientId,
    words::MailStopReason,
};
pub use notes::timeline::NoteEntry;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, sea_query::LockType};
use utoipa_axum::router::OpenApiRouter;

use base::error::{Error, Result};
use http_api::state::App;
use tenancy::ClinicTx;

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

/// The patient with this id, locked against changes until the transaction ends.
///
/// Several patients are locked by id, the lowest first, which prevents deadlocks. The lock does not exclude references:
/// a transaction that has locked another patient can still add a row that refers to this one.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no such patient, `merged` if another record includes this one's.
pub async fn locked(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    unmerged(patient::Entity::find_by_id(id).lock(LockType::NoKeyUpdate).one(tx).await?.ok_or(Error::NotFound)?)
}

/// The patient with this id.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no such patient, `merged` if another record includes this one's.
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

/// The patient whose record includes what was recorded under this id: the survivor of a merge, or the patient itself.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no such patient.
pub async fn person(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    let patient = any(tx, id).await?;
    match patient.merged_into {
        Some(survivor) => any(tx, survivor).await,
        None => Ok(patient),
    }
}

/// Why the patient's address gets no mail. `None` if it does.
pub async fn mail_stop(tx: &ClinicTx, person: &patient::Model) -> Result<Option<MailStopReason>> {
    let Some(address) = &person.email else { return Ok(None) };
    Ok(mail_stop::Entity::for_address(address).one(tx).await?.map(|stop| stop.reason))
}

/// The patients whose records include what was recorded under these ids, by those ids. One query; a second one only if a patient
/// was merged.
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

/// As [`person`], with the patient locked until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no such patient; `merged` or [`Error::Stale`] if the patient is merged, or a merge is
/// undone, at the same moment.
pub async fn locked_person(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    let person = any(tx, id).await?.merged_into.unwrap_or(id);
    let row = locked(tx, person).await?;
    // Undoing a merge locks the survivor too.
    if person != id && any(tx, id).await?.merged_into != Some(person) {
        return Err(Error::Stale);
    }
    Ok(row)
}

/// As [`locked_person`] for several patients, the lowest id first. A patient who is merged at the same moment is left out.
pub async fn locked_persons(tx: &ClinicTx, ids: impl IntoIterator<Item = PatientId>) -> Result<Vec<patient::Model>> {
    let ids: BTreeSet<_> = persons(tx, ids).await?.into_values().map(|person| person.id).collect();
    let rows = patient::Entity::find().filter(patient::Column::Id.is_in(ids)).order_by_asc(patient::Column::Id);
    let rows: Vec<patient::Model> = rows.lock(LockType::NoKeyUpdate).all(tx).await?;
    Ok(rows.into_iter().filter(|row| row.merged_into.is_none()).collect())
}

/// These patients by last and first name, after the patient `after`: in the order of the index `patient_sorted`.
pub fn by_name(patients: Select<patient::Entity>, after: Option<PatientId>) -> Select<patient::Entity> {
    let following = match after {
        Some(last) => patients.filter(search::follows(last)),
        None => patients,
    };
    following.order_by_asc(sql::sorted_last()).order_by_asc(sql::sorted_first()).order_by_asc(patient::Column::Id)
}
