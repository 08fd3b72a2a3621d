//! The copies that are made.

use chrono::TimeDelta;
use entity::{
    clinic::consent_copy::{Column, Entity, Model},
    ids::ConsentId,
};
use sea_orm::{EntityTrait, QuerySelect};

use crate::foundation::{error::Result, tenancy::ClinicTx};

/// How long after signing the link that was signed by opens the copy.
pub const OFFERED: TimeDelta = TimeDelta::hours(72);

/// The copy, once it is made.
///
/// # Errors
/// When the database is out of reach.
pub async fn copy_of(tx: &ClinicTx, id: ConsentId) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(tx).await?)
}

/// The SHA-256 of the copy, once it is made.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn hash_of(tx: &ClinicTx, id: ConsentId) -> Result<Option<Vec<u8>>> {
    Ok(Entity::find_by_id(id).select_only().column(Column::Sha256).into_tuple().one(tx).await?)
}
