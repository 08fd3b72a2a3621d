//! A member's sponsors: everybody who may have had access to the account, because they added or invited the
//! member, or changed the address of the invitation. A director does not approve what a sponsor has recorded,
//! nor what a sponsor's sponsor has (`treatments/team.rs` follows the rows).

use chrono::{DateTime, Utc};
use entity::{
    clinic::member_sponsor::{ActiveModel, Column, Entity},
    ids::MemberId,
};
use sea_orm::{ActiveValue::Set, EntityTrait, sea_query::OnConflict};

use crate::foundation::{error::Result, tenancy::ClinicTx};

/// Records for good that `sponsor` may have had access to the account of `member`.
///
/// # Errors
/// When the database is out of reach.
pub async fn keep(tx: &ClinicTx, member: MemberId, sponsor: MemberId, now: DateTime<Utc>) -> Result<()> {
    let row = ActiveModel { member_id: Set(member), sponsor_id: Set(sponsor), at: Set(now) };
    let known = OnConflict::columns([Column::MemberId, Column::SponsorId]).do_nothing().to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(tx).await?;
    Ok(())
}
