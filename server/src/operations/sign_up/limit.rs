//! What one address may ask for in a day at the platform's own host: to sign up a clinic, which costs a
//! spare and a schema for good, and to be mailed where it works, which costs a search through all clinics.
//!
//! Counted in the registry, as tries to sign in are counted in their clinic: a restart forgets
//! nothing, and however many servers there are, they count together.

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

/// So many at once; the allowance comes back in a day.
const SIGN_UPS: u32 = 10;
/// An office of people who all forgot the address asks from one.
const FINDS: u32 = 30;
const A_DAY: TimeDelta = TimeDelta::days(1);

/// The allowance of one address for one purpose. Clones are the same.
#[derive(Clone)]
pub struct DailyLimit {
    purpose: &'static str,
    at_once: u32,
}

impl DailyLimit {
    /// `factor` multiplies it, as it does other limits.
    pub fn sign_ups(factor: u32) -> Self {
        Self { purpose: "sign up", at_once: SIGN_UPS.saturating_mul(factor.max(1)) }
    }

    /// `factor` multiplies it, as it does other limits.
    pub fn finds(factor: u32) -> Self {
        Self { purpose: "find from", at_once: FINDS.saturating_mul(factor.max(1)) }
    }

    /// Counts one for this address. Asking in vain does not make the wait longer.
    ///
    /// # Errors
    /// [`Error::TooMany`] when the allowance is used up.
    pub async fn count(&self, db: &Db, key: &MasterKey, address: IpAddr, now: DateTime<Utc>) -> Result<()> {
        let each = A_DAY / i32::try_from(self.at_once).unwrap_or(i32::MAX);
        let latest = now + A_DAY;
        // Kept under a name that tells nobody's address.
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

/// Forgets addresses that have the whole allowance again.
///
/// # Errors
/// When the registry is out of reach.
pub async fn forget_sign_ups(db: &Db, now: DateTime<Utc>) -> Result<()> {
    sign_up_limit::Entity::delete_many().filter(sign_up_limit::Column::SettledAt.lte(now)).exec(&db.registry()).await?;
    Ok(())
}
