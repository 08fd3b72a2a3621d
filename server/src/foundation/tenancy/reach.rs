//! Which placements answer: a round through all clinics leaves out those of a placement that does not, so that they delay
//! no others.

use std::collections::BTreeMap;

use entity::{registry::clinic, words::ClinicStatus};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::{Db, owner::MAIN};
use crate::foundation::error::Result;

/// The ids of the active clinics for which `wanted` is true, in placements that answer. Logs each placement that does
/// not.
///
/// # Errors
/// When the registry is out of reach.
pub async fn clinics_in_reach(db: &Db, wanted: impl Fn(Uuid) -> bool) -> Result<Vec<Uuid>> {
    let rows: Vec<(Uuid, String)> = clinic::Entity::find()
        .select_only()
        .column(clinic::Column::Id)
        .column(clinic::Column::Placement)
        .filter(clinic::Column::Status.eq(ClinicStatus::Active))
        .into_tuple()
        .all(&db.registry())
        .await?;
    let mut by_placement: BTreeMap<String, Vec<Uuid>> = BTreeMap::new();
    for (id, placement) in rows.into_iter().filter(|(id, _)| wanted(*id)) {
        by_placement.entry(placement).or_default().push(id);
    }
    let mut in_reach = Vec::new();
    for (placement, clinics) in by_placement {
        // The registry has just answered from there.
        if placement == MAIN {
            in_reach.extend(clinics);
            continue;
        }
        match db.reach_placement(&placement).await {
            Ok(_) => in_reach.extend(clinics),
            Err(reason) => tracing::warn!(placement, clinics = clinics.len(), reason, "a placement is left out"),
        }
    }
    Ok(in_reach)
}
