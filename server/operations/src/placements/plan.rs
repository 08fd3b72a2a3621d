//! Plans the moves of clinics.

use std::{collections::BTreeMap, time::Duration};

use entity::{
    registry::{clinic, clinic_move, placement},
    words::MoveReason,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{
    super::clinic_ops::{ClinicOpsError, ClinicSize},
    refused, variable,
};
use tenancy::OwnerDb;

/// A clinic to be moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    pub id: Uuid,
    pub subdomain: String,
    pub from: String,
    pub to: String,
}

/// A planned move with its estimated size and fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    pub planned: Planned,
    pub size: ClinicSize,
    pub fence: Duration,
}

/// Plans to move every clinic out of a placement, each to the emptiest placement that takes new clinics and answers.
/// Interrupted moves come first.
///
/// Fails when there is no such placement, or no other placement takes clinics.
pub async fn plan_drain(owner: &OwnerDb, name: &str) -> Result<Vec<Planned>, ClinicOpsError> {
    let registry = owner.registry();
    if placement::Entity::find_by_id(name).one(registry).await?.is_none() {
        return refused(format!("there is no placement {name}"));
    }
    if !owner.has_login(name) {
        return refused(format!("{} is not set", variable(name)));
    }
    let mut counts = open_placements(owner).await?;
    counts.remove(name);
    if counts.is_empty() {
        return refused(format!("{name} has nowhere to go: no other placement that answers takes new clinics"));
    }
    let interrupted: BTreeMap<Uuid, String> = clinic_move::Entity::find()
        .filter(clinic_move::Column::FromPlacement.eq(name))
        .filter(clinic_move::Column::Reason.eq(MoveReason::Moved))
        .all(registry)
        .await?
        .into_iter()
        .map(|row| (row.clinic_id, row.to_placement))
        .collect();
    let mut planned = Vec::new();
    for clinic in clinic::Entity::taken().order_by_asc(clinic::Column::CreatedAt).all(registry).await? {
        let begun = interrupted.get(&clinic.id);
        if clinic.placement != name && begun.is_none() {
            continue;
        }
        let Some(to) = begun.cloned().or_else(|| emptiest(&counts)) else { continue };
        *counts.entry(to.clone()).or_default() += 1;
        planned.push(Planned { id: clinic.id, subdomain: clinic.subdomain, from: name.to_owned(), to });
    }
    planned.sort_by_key(|planned| !interrupted.contains_key(&planned.id));
    Ok(planned)
}

/// Plans to move clinics from the fullest to the emptiest placements that take new clinics and answer, until their
/// numbers differ by at most one, or `most` moves are planned. The newest clinics are moved, because they have the
/// fewest rows and therefore the shortest fences.
///
/// Fails when only one placement takes clinics.
pub async fn plan_balance(owner: &OwnerDb, most: usize) -> Result<Vec<Planned>, ClinicOpsError> {
    let mut counts = open_placements(owner).await?;
    if counts.len() < 2 {
        return refused("there is nothing to balance: fewer than two placements take new clinics and answer");
    }
    let mut leaving: BTreeMap<String, Vec<clinic::Model>> = BTreeMap::new();
    for clinic in clinic::Entity::taken().order_by_asc(clinic::Column::CreatedAt).all(owner.registry()).await? {
        leaving.entry(clinic.placement.clone()).or_default().push(clinic);
    }
    let mut planned = Vec::new();
    while planned.len() < most {
        let Some(to) = emptiest(&counts) else { break };
        let Some(from) = fullest(&counts) else { break };
        if counts[&from] <= counts[&to] + 1 {
            break;
        }
        let Some(clinic) = leaving.get_mut(&from).and_then(Vec::pop) else { break };
        for (name, change) in [(&from, -1), (&to, 1)] {
            counts.entry(name.clone()).and_modify(|clinics| *clinics = clinics.saturating_add_signed(change));
        }
        planned.push(Planned { id: clinic.id, subdomain: clinic.subdomain, from, to });
    }
    Ok(planned)
}

/// Counts a clinic's rows at its place, and estimates the length of its fence.
///
/// Fails when the clinic is gone, or its placement is out of reach.
pub(super) async fn measure(owner: &OwnerDb, planned: Planned) -> Result<Measured, ClinicOpsError> {
    let row = clinic::Entity::find_by_id(planned.id).one(owner.registry()).await?;
    let row = row.ok_or_else(|| ClinicOpsError::NoSuchClinic(planned.subdomain.clone()))?;
    let mut session = owner.session(&row.placement).await?;
    let size = ClinicSize::measure(&mut session, &row.schema_name).await?;
    Ok(Measured { planned, size, fence: size.expected_fence() })
}

/// The number of clinics in each placement that takes new clinics and answers. Unclaimed clinics do not count, because
/// they are not moved. The provisioner makes them where the fewest clinics are.
async fn open_placements(owner: &OwnerDb) -> Result<BTreeMap<String, u64>, ClinicOpsError> {
    let counted: Vec<(String, i64)> = clinic::Entity::taken()
        .select_only()
        .column(clinic::Column::Placement)
        .expr(clinic::Column::Id.count())
        .group_by(clinic::Column::Placement)
        .into_tuple()
        .all(owner.registry())
        .await?;
    let counted: BTreeMap<String, u64> =
        counted.into_iter().map(|(name, clinics)| (name, clinics.unsigned_abs())).collect();
    let mut open = BTreeMap::new();
    let accepting = placement::Entity::find().filter(placement::Column::Accepting.eq(true));
    for row in accepting.all(owner.registry()).await? {
        if owner.has_login(&row.name) && owner.reaches(&row.name).await {
            let clinics = counted.get(&row.name).copied().unwrap_or_default();
            open.insert(row.name, clinics);
        } else {
            tracing::warn!(placement = row.name, "a placement that does not answer is left out");
        }
    }
    Ok(open)
}

fn emptiest(counts: &BTreeMap<String, u64>) -> Option<String> {
    counts.iter().min_by_key(|(_, clinics)| **clinics).map(|(name, _)| name.clone())
}

fn fullest(counts: &BTreeMap<String, u64>) -> Option<String> {
    counts.iter().max_by_key(|(_, clinics)| **clinics).map(|(name, _)| name.clone())
}
