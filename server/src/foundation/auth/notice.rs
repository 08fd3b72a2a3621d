//! Whatever changes about how somebody gets in, they hear of it by mail: who did not do it learns that
//! somebody else has.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    account_notice::{ActiveModel, Column, Entity},
    member,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::foundation::{
    error::Result,
    jobs::{self, Job},
    tenancy::{ClinicTx, Origin},
};

/// Kept so long after it was written: a mail that cannot be sent is tried for days.
const KEPT: TimeDelta = TimeDelta::days(30);

/// What has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountChange {
    Password,
    Email,
    SecondFactorOn,
    SecondFactorOff,
    RecoveryCodes,
    NewDevice,
}

impl AccountChange {
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Password, "password_changed"),
        (Self::Email, "email_changed"),
        (Self::SecondFactorOn, "second_factor_on"),
        (Self::SecondFactorOff, "second_factor_off"),
        (Self::RecoveryCodes, "recovery_codes"),
        (Self::NewDevice, "new_device"),
    ];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(change, _)| *change == self).map_or("", |(_, name)| name)
    }

    /// By its name in the database.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(change, _)| *change)
    }
}

/// Puts a mail to this address on its way, in the transaction of the change and before the member's row is
/// changed: what is known of the address stands there.
///
/// # Errors
/// When it cannot be stored.
pub async fn tell(
    tx: &ClinicTx,
    clinic: Uuid,
    (member, address): (i64, &str),
    change: AccountChange,
    origin: &Origin,
) -> Result<()> {
    let known = member::Entity::find_by_id(member).one(tx).await?;
    let is_confirmed =
        known.is_some_and(|known| known.email_confirmed_at.is_some() && known.email.eq_ignore_ascii_case(address));
    let row = ActiveModel {
        member_id: Set(member),
        kind: Set(change.name().to_owned()),
        address: Set(address.to_owned()),
        address_confirmed: Set(is_confirmed),
        ip: Set(origin.ip.clone()),
        user_agent: Set(origin.user_agent.clone()),
        at: Set(origin.now),
        ..Default::default()
    };
    let notice = row.insert(tx).await?.id;
    jobs::enqueue(tx, clinic, origin.now, &Job::AccountNotice { member, notice }).await
}

/// Forgets what was told long ago.
///
/// # Errors
/// When the database is out of reach.
pub async fn forget_notices(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::At.lte(now - KEPT)).exec(tx).await?;
    Ok(())
}
