//! Which patients were merged into which. Every merged patient points to the final survivor, so that records are read in one
//! step. The merges themselves keep the order, so that undoing one restores what was merged before it.

use entity::{
    clinic::{patient, patient_merge},
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use base::error::Result;
use tenancy::ClinicTx;

/// The merges that this survivor's record consists of, oldest first.
pub async fn merges_within(tx: &ClinicTx, survivor: PatientId) -> Result<Vec<patient_merge::Model>> {
    use patient_merge::{Column, Entity};
    let merged = patient::Entity::find().select_only().column(patient::Column::Id);
    let merged = merged.filter(patient::Column::MergedInto.eq(survivor)).into_query();
    let current = Entity::find().filter(Column::MergedId.in_subquery(merged)).filter(Column::UndoneAt.is_null());
    Ok(current.order_by_asc(Column::Id).all(tx).await?)
}

/// The patients who were merged into this one, and those merged into them.
pub fn below(merges: &[patient_merge::Model], id: PatientId) -> Vec<PatientId> {
    let direct = merges.iter().filter(|merge| merge.survivor_id == id).map(|merge| merge.merged_id);
    direct.flat_map(|merged| [vec![merged], below(merges, merged)].concat()).collect()
}
