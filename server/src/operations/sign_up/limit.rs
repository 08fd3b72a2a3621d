//! Limits what one address may do in a day at the platform's own host: signing up a clinic, which costs an
//! unclaimed clinic and a schema for ever, and asking for forgotten clinics, which costs a search through all
//! of them.
//! Counted in the registry, like tries to sign in within their clinic: counts survive a restart, and all
//! servers share them.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use entity::registry::sign_up_limit;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::sql;
use crate::foundation::{
    config::MasterKey,
    error::{Error, Result},
    tenancy::Db,
};

/// How many at once; the allowance refills within a day.
const SIGN_UPS: u32 = 10;
/// An office of people who all forgot the address may share one network address.
const FINDS: u32 = 30;
const A_DAY: TimeDelta = TimeDelta::days(1);

/// The allowance of one address for one purpose. Clones are the same.
#[derive(Clone)]
pub struct DailyLimit {
    purpose: &'static str,
    at_once: u32,
}

impl DailyLimit {
    /// `factor` multiplies it, like other limits.
    pub fn sign_ups(factor: u32) -> Self {
        Self { purpose: "sign up", at_once: SIGN_UPS.saturating_mul(factor.max(1)) }
    }

    /// `factor` multiplies it, like other limits.
    pub fn finds(factor: u32) -> Self {
        Self { purpose: "find from", at_once: FINDS.saturating_mul(factor.max(1)) }
    }

    /// Counts one for this address. A refused request does not make the wait longer.
    ///
    /// # Errors
    /// [`Error::TooMany`] when the allowance is used up.
    pub async fn count(&self, db: &Db, key: &MasterKey, address: IpAddr, now: DateTime<Utc>) -> Result<()> {
        let each = A_DAY / i32::try_from(self.at_once).unwrap_or(i32::MAX);
        let latest = now + A_DAY;
        // Stored under a name that reveals no address.
        let subject = hex::encode(key.derive(format!("{} {address}", self.purpose).as_bytes()));
        let counted =
            db.registry().query_one_raw(sql::count(subject, now, each, latest)).await?.ok_or(Error::Unavailable)?;
        if counted.try_get("", "fits")? {
            return Ok(());
        }
        let settled_at: Option<DateTime<Utc>> = counted.try_get("", "settled_at")?;
        let wait = settled_at.map_or(TimeDelta::zero(), |settled_at| settled_at + each - latest);
        Err(Error::TooMany { retry_after_seconds: u64::try_from(wait.num_seconds()).unwrap_or(0) + 1 })
    }
}

/// Deletes counters whose allowance is full again.
///
/// # Errors
/// When the registry is out of reach.
pub async fn forget_sign_ups(db: &Db, now: DateTime<Utc>) -> Result<()> {
    sign_up_limit::Entity::delete_many().filter(sign_up_limit::Column::SettledAt.lte(now)).exec(&db.registry()).await?;
    Ok(())
}
