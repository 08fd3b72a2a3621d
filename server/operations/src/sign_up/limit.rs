//! Limits what one network address may do per day at the platform's own host. A sign-up uses an unclaimed clinic and a
//! schema permanently; a search for forgotten clinics reads all clinics. The counts are in the registry, so they
//! survive a restart and all servers share them. Tries to sign in are counted the same way in their clinic.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use entity::registry::sign_up_limit;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, TransactionTrait};

use base::{
    db_rate_limit::{self, Allowance, Table},
    error::Result,
};
use config::MasterKey;
use tenancy::Db;

/// The allowance, all of which may be used at once. It refills within a day.
const SIGN_UPS: u32 = 10;
/// Higher, because an office of people who all forgot the address may share one network address.
const FINDS: u32 = 30;
const A_DAY: TimeDelta = TimeDelta::days(1);

/// The allowance of one address for one purpose. Clones share the same allowance.
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

    /// Counts one use by this address. A refused request does not extend the wait.
    ///
    /// # Errors
    /// [`base::error::Error::TooMany`] when the allowance is used up.
    pub async fn count(&self, db: &Db, key: &MasterKey, address: IpAddr, now: DateTime<Utc>) -> Result<()> {
        let tries = i32::try_from(self.at_once).unwrap_or(i32::MAX);
        // Stored under a keyed hash that does not reveal the address.
        let subject = hex::encode(key.derive(format!("{} {address}", self.purpose).as_bytes()));
        let counters = [(subject, Allowance { tries, each: A_DAY / tries })];
        let tx = db.registry().begin().await?;
        if let Some((_, wait)) = db_rate_limit::count(&tx, Table::SignUp, &counters, now).await?.pop() {
            tx.rollback().await?;
            return Err(db_rate_limit::too_many(wait));
        }
        tx.commit().await?;
        Ok(())
    }
}

/// Deletes counters whose allowance is full again.
pub async fn forget_sign_ups(db: &Db, now: DateTime<Utc>) -> Result<()> {
    sign_up_limit::Entity::delete_many().filter(sign_up_limit::Column::SettledAt.lte(now)).exec(&db.registry()).await?;
    Ok(())
}
