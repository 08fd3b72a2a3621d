//! Chooses the placement of a new clinic: the named one, or the one with the fewest clinics. Placements that are out of reach are left out.

use std::collections::{BTreeMap, BTreeSet};

use entity::{
    registry::{clinic, placement},
    words::ClinicStatus,
};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::owner::{MAIN, OwnerDb};

/// The clinics in each placement, unclaimed ones included.
async fn clinics_by_placement(db: &impl ConnectionTrait) -> Result<BTreeMap<String, u64>, DbErr> {
    let rows: Vec<(String, i64)> = clinic::Entity::find()
        .select_only()
        .column(clinic::Column::Placement)
        .expr(clinic::Column::Id.count())
        .filter(clinic::Column::Status.is_not_in([ClinicStatus::Deleted, ClinicStatus::Spoilt]))
        .group_by(clinic::Column::Placement)
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().map(|(placement, clinics)| (placement, clinics.unsigned_abs())).collect())
}

/// The shard of a clinic's connections in its placement.
pub(super) fn shard_of(placement: &placement::Model, id: Uuid) -> u16 {
    let shards = u128::try_from(placement.shards.max(1)).unwrap_or(1);
    u16::try_from(id.as_u128() % shards).unwrap_or(0)
}

impl OwnerDb {
    /// The named placement, if it accepts clinics. Without a name: the placement with the fewest clinics among those
    /// that accept clinics and answer. If several have equally few, the oldest.
    pub(super) async fn choose_placement(
        &self,
        db: &impl ConnectionTrait,
        wanted: Option<&str>,
    ) -> Result<placement::Model, DbErr> {
        let Some(wanted) = wanted else { return self.emptiest(db).await };
        let found = placement::Entity::find_by_id(wanted).one(db).await?;
        let found = found.ok_or_else(|| DbErr::Custom(format!("there is no placement {wanted}")))?;
        if found.accepting {
            return Ok(found);
        }
        Err(DbErr::Custom(format!("{wanted} takes no new clinics; `celadon placement open {wanted}` changes that")))
    }

    /// Removes the clinics of placements that are out of reach. Returns how many were removed for each placement.
    pub async fn retain_in_reach(&self, clinics: &mut Vec<clinic::Model>) -> BTreeMap<String, usize> {
        let mut left = BTreeMap::new();
        let placements: BTreeSet<_> = clinics.iter().map(|clinic| clinic.placement.clone()).collect();
        for placement in placements {
            if !self.reaches(&placement).await {
                let before = clinics.len();
                clinics.retain(|clinic| clinic.placement != placement);
                left.insert(placement, before - clinics.len());
            }
        }
        left
    }

    async fn emptiest(&self, db: &impl ConnectionTrait) -> Result<placement::Model, DbErr> {
        let clinics = clinics_by_placement(db).await?;
        let mut open = placement::Entity::find()
            .filter(placement::Column::Accepting.eq(true))
            .order_by_asc(placement::Column::CreatedAt)
            .order_by_asc(placement::Column::Name)
            .all(db)
            .await?;
        open.sort_by_key(|placement| clinics.get(&placement.name).copied().unwrap_or_default());
        for placement in open {
            // The registry, in the main placement, has just answered.
            if placement.name == MAIN || self.reaches(&placement.name).await {
                return Ok(placement);
            }
            tracing::warn!(placement = placement.name, "no new clinic is made in a placement that is out of reach");
        }
        Err(DbErr::Custom("no placement that answers takes new clinics".to_owned()))
    }
}
