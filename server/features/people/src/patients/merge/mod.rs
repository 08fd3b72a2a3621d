//! Merging two records of one person. The survivor's record then shows everything recorded under both ids. No row moves, so
//! nothing that was signed changes, and undoing a merge restores the other record as it was.

mod combine;
mod counts;
mod preview;
mod restored;
mod rests;
mod tree;
mod undo;

pub(super) use tree::merges_within;

use std::collections::HashMap;

use entity::{clinic::patient, ids::PatientId};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, sea_query::LockType};
use utoipa_axum::router::OpenApiRouter;

use super::unmerged;
use base::error::{Error, Result};
use http_api::state::App;
use tenancy::ClinicTx;

pub fn routes() -> OpenApiRouter<App> {
    preview::routes().merge(combine::routes()).merge(undo::routes())
}

/// Whether a merge only reads the two patients, or locks them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LockMode {
    None,
    Update,
}

/// The survivor and the other patient, neither of them merged. They are locked in the order of their ids, with the patients
/// merged into the other one, so that two merges of the same patients run one after the other.
///
/// Fails if one of them is not a patient of this clinic, both are the same, or one is already merged.
async fn both(
    tx: &ClinicTx,
    survivor: PatientId,
    other: PatientId,
    lock: LockMode,
) -> Result<(patient::Model, patient::Model)> {
    let wanted = Condition::any().add(patient::Column::Id.is_in([survivor, other]));
    let wanted = if lock == LockMode::Update { wanted.add(patient::Column::MergedInto.eq(other)) } else { wanted };
    let pair: Select<_> = patient::Entity::find().filter(wanted).order_by_asc(patient::Column::Id);
    let pair = if lock == LockMode::Update { pair.lock(LockType::NoKeyUpdate) } else { pair };
    let mut rows: HashMap<_, _> = pair.all(tx).await?.into_iter().map(|row| (row.id, row)).collect();
    let survivor = rows.remove(&survivor).ok_or(Error::NotFound)?;
    if survivor.id == other {
        return Err(Error::conflict("same_patient", "This is one patient, not two."));
    }
    let other = unmerged(rows.remove(&other).ok_or(Error::NotFound)?)?;
    Ok((unmerged(survivor)?, other))
}
