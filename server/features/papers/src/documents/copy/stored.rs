//! The stored copies of consents.

use chrono::TimeDelta;
use entity::{
    clinic::consent_copy::{Column, Entity, Model},
    ids::ConsentId,
};
use sea_orm::{EntityTrait, QuerySelect};

use base::error::Result;
use tenancy::ClinicTx;

/// For how long after signing the link used for signing opens the copy.
pub const OFFERED: TimeDelta = TimeDelta::hours(72);

/// The copy. `None` until it is made.
pub async fn copy_of(tx: &ClinicTx, id: ConsentId) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(tx).await?)
}

/// The SHA-256 of the copy. `None` until it is made.
pub(super) async fn hash_of(tx: &ClinicTx, id: ConsentId) -> Result<Option<Vec<u8>>> {
    Ok(Entity::find_by_id(id).select_only().column(Column::Sha256).into_tuple().one(tx).await?)
}
