//! Who may have had the way into a member's account: whoever added or invited them, or changed the
//! address that the invitation goes to. A director does not approve what a sponsor has recorded, nor
//! what a sponsor's sponsor has (`treatments/team.rs` walks the rows).

use chrono::{DateTime, Utc};
use entity::clinic::member_sponsor::{ActiveModel, Column, Entity};
use sea_orm::{ActiveValue::Set, EntityTrait, sea_query::OnConflict};

use crate::foundation::{error::Result, tenancy::ClinicTx};

/// Keeps that `sponsor` may have had the way into the account of `member`, for good.
///
/// # Errors
/// When the database is out of reach.
pub async fn keep(tx: &ClinicTx, member: i64, sponsor: i64, now: DateTime<Utc>) -> Result<()> {
    let row = ActiveModel { member_id: Set(member), sponsor_id: Set(sponsor), at: Set(now) };
    let known = OnConflict::columns([Column::MemberId, Column::SponsorId]).do_nothing().to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(tx).await?;
    Ok(())
}
