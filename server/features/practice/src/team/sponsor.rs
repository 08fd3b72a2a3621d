//! A member's sponsors: everybody who may have had access to the account, because they added or invited the member, or changed
//! the address of the invitation. A director cannot approve the records of a sponsor, nor those of a sponsor's sponsor
//! (`features/chart/src/treatments/team.rs` follows the rows).

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use entity::{
    clinic::member_sponsor::{ActiveModel, Column, Entity},
    ids::MemberId,
};
use sea_orm::{ActiveValue::Set, EntityTrait, sea_query::OnConflict};

use base::error::Result;
use tenancy::ClinicTx;

/// Records for good that `sponsor` may have had access to the account of `member`.
pub async fn keep(tx: &ClinicTx, member: MemberId, sponsor: MemberId, now: DateTime<Utc>) -> Result<()> {
    let row = ActiveModel { member_id: Set(member), sponsor_id: Set(sponsor), at: Set(now) };
    let known = OnConflict::columns([Column::MemberId, Column::SponsorId]).do_nothing().to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(tx).await?;
    Ok(())
}

/// Whether `sponsor` may have had access to the account of `member`, directly or through other sponsors. This also includes
/// members who run the team: if the clinic sends no mail, the member who adds an account also has its link.
pub async fn is_behind(tx: &ClinicTx, sponsor: MemberId, member: MemberId) -> Result<bool> {
    let rows = Entity::find().all(tx).await?;
    let mut found = HashSet::from([member]);
    let mut next = vec![member];
    while let Some(of) = next.pop() {
        next.extend(
            rows.iter().filter(|row| row.member_id == of && found.insert(row.sponsor_id)).map(|row| row.sponsor_id),
        );
    }
    Ok(sponsor != member && found.contains(&sponsor))
}
