//! The secret link through which a calendar program reads a member's visits. Here it is treated as a key to the
//! account, which ends with the member's other keys.

use chrono::{DateTime, Utc};
use entity::{
    clinic::calendar_feed::{Column, Entity, Model},
    ids::MemberId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};

use base::error::Result;
use tenancy::{ClinicTx, Member};

/// The member's valid link, with its row locked.
pub async fn in_force(tx: &ClinicTx, member: MemberId) -> Result<Option<Model>> {
    let found = Entity::find().filter(Column::MemberId.eq(member)).filter(Column::RevokedAt.is_null());
    Ok(found.lock_exclusive().one(tx).await?)
}

/// Revokes a link. `by` is `None` if a link from a mail was used.
pub async fn revoke(tx: &ClinicTx, row: Model, by: Option<&Member>, now: DateTime<Utc>) -> Result<()> {
    let mut revoked = row.into_active_model();
    revoked.revoked_at = Set(Some(now));
    revoked.revoked_by = Set(by.map(|by| by.id));
    revoked.revoked_by_name = Set(by.map(Member::full_name));
    revoked.update(tx).await?;
    Ok(())
}

/// Revokes the member's link for good, if there is one: when the password is reset by mail, when the member leaves,
/// and when the member returns. Otherwise a person who had the account or the phone could read on.
pub async fn end(tx: &ClinicTx, member: MemberId, by: Option<&Member>, now: DateTime<Utc>) -> Result<()> {
    match in_force(tx, member).await? {
        Some(row) => revoke(tx, row, by, now).await,
        None => Ok(()),
    }
}
