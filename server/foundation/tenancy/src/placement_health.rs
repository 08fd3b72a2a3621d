//! Finds the placements that answer. A round through all clinics leaves out the clinics of a silent placement, so that they delay no others.

use std::collections::{BTreeMap, BTreeSet};

use entity::{registry::clinic, words::ClinicStatus};
use futures_util::future::join_all;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{Db, owner::MAIN};
use base::error::Result;

/// The ids of the active clinics, each with its placement, oldest first.
pub async fn active_clinics(db: &Db) -> Result<Vec<(Uuid, String)>> {
    Ok(clinic::Entity::find()
        .select_only()
        .column(clinic::Column::Id)
        .column(clinic::Column::Placement)
        .filter(clinic::Column::Status.eq(ClinicStatus::Active))
        .order_by_asc(clinic::Column::CreatedAt)
        .order_by_asc(clinic::Column::Id)
        .into_tuple()
        .all(&db.registry())
        .await?)
}

/// The ids of the active clinics for which `wanted` is true, in placements that answer. Logs each placement that does not answer.
pub async fn clinics_in_reach(db: &Db, wanted: impl Fn(Uuid) -> bool) -> Result<Vec<Uuid>> {
    let mut clinics = active_clinics(db).await?;
    clinics.retain(|(id, _)| wanted(*id));
    let silent = silent_placements(db, &clinics).await;
    Ok(clinics.into_iter().filter(|(_, placement)| !silent.contains(placement)).map(|(id, _)| id).collect())
}

/// The placements of these clinics that do not answer. Asks all of them at the same time, so that several take no
/// longer than one. Logs each silent placement.
pub async fn silent_placements(db: &Db, clinics: &[(Uuid, String)]) -> BTreeSet<String> {
    let mut by_placement: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, placement) in clinics {
        *by_placement.entry(placement).or_default() += 1;
    }
    // The registry, in the main placement, has just answered.
    by_placement.remove(MAIN);
    let asked = by_placement.into_iter().map(async |(placement, clinics)| {
        let reason = db.reach_placement(placement).await.err()?;
        tracing::warn!(placement, clinics, reason, "a placement is left out");
        Some(placement.to_owned())
    });
    join_all(asked).await.into_iter().flatten().collect()
}

/// Whether a placement accepts a connection in time.
pub async fn placement_answers(db: &Db, placement: &str) -> bool {
    db.reach_placement(placement).await.is_ok()
}
