//! How often somebody may try to sign in (reference security, row 32).
//!
//! Counted in the clinic's own tables: a restart forgets nothing, and however many servers there
//! are, they count together. Each try reaches some way into an allowance that comes back with time.
//! It is counted before the password is looked at, so that of many guesses at once no more are
//! looked at than are allowed, and given back when the password was right.
//!
//! First of all it is counted for an account from one network: whoever guesses makes himself wait,
//! and the account's own person, elsewhere, does not notice.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    member, session,
    sign_in_limit::{Column, Entity},
};
use hmac::{Hmac, Mac};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, SelectExt,
    sea_query::{Expr, ExprTrait, Func},
};
use sha2::Sha256;

use super::sql;
use crate::foundation::{
    error::{Error, Result},
    http::limited_as,
    tenancy::ClinicTx,
};

/// So many tries at once, and how long until one more.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    pub tries: i32,
    pub each: TimeDelta,
}

/// One account from one network: five slips, then a try a minute.
const HERE: Allowance = Allowance { tries: 5, each: TimeDelta::seconds(60) };

/// Any account from one network: a list of addresses and one password for all of them.
const NETWORK: Allowance = Allowance { tries: 20, each: TimeDelta::seconds(20) };

/// One account from anywhere: many machines that guess together. Where its person has signed in
/// before, this does not hold.
const ACCOUNT: Allowance = Allowance { tries: 60, each: TimeDelta::seconds(20) };

/// A place where somebody signed in so long ago is still known.
const KNOWN: TimeDelta = TimeDelta::days(30);

/// What a try is counted for, in the order in which the rows are locked.
pub struct Try {
    subjects: [(String, Allowance); 3],
    email: String,
    ip: String,
}

impl Try {
    /// `key` is the clinic's own: what is counted is kept under names that tell nobody's address.
    pub fn new(key: &[u8; 32], email: &str, ip: &str) -> Self {
        let email = email.trim().to_lowercase();
        let network = ip.parse::<IpAddr>().map_or_else(|_| ip.to_owned(), |address| limited_as(address).to_string());
        let subjects = [
            (name(key, &["here", &email, &network]), HERE),
            (name(key, &["network", &network]), NETWORK),
            (name(key, &["account", &email]), ACCOUNT),
        ];
        Self { subjects, email, ip: ip.to_owned() }
    }

    /// Counts it. No try reaches beyond its allowance, so what is twice as far ahead was written by a
    /// server whose clock was wrong: it leaves one try at once, and holds nobody for as long as the
    /// clock was ahead.
    ///
    /// Commit, whatever comes of the try; after a refusal roll back, so that asking in
    /// vain does not make the wait longer.
    ///
    /// # Errors
    /// [`Error::TooMany`] when an allowance is used up.
    pub async fn count(&self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
        let [here, network, account] = &self.subjects;
        let rows = tx.query_all_raw(sql::count(&self.subjects, now)).await?;
        let mut wait = TimeDelta::zero();
        for row in rows {
            let subject: String = row.try_get("", "subject")?;
            let settled_at: DateTime<Utc> = row.try_get("", "settled_at")?;
            let Some((_, allowance)) = [here, network, account].into_iter().find(|(name, _)| *name == subject) else {
                continue;
            };
            let beyond = settled_at - allowance.each * allowance.tries - now;
            if beyond > TimeDelta::zero() && (subject != account.0 || !self.is_known_here(tx, now).await?) {
                wait = wait.max(beyond);
            }
        }
        if wait > TimeDelta::zero() {
            let retry_after_seconds = u64::try_from(wait.num_seconds()).unwrap_or(0) + 1;
            return Err(Error::TooMany { retry_after_seconds });
        }
        Ok(())
    }

    async fn is_known_here(&self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<bool> {
        let member = session::Entity::belongs_to(member::Entity).from(session::Column::MemberId).to(member::Column::Id);
        let known = session::Entity::find()
            .join(JoinType::InnerJoin, member.into())
            .filter(Expr::expr(Func::lower(Expr::col((member::Entity, member::Column::Email)))).eq(self.email.as_str()))
            .filter(session::Column::Ip.eq(self.ip.as_str()))
            .filter(session::Column::CreatedAt.gt(now - KNOWN));
        Ok(known.exists(tx).await?)
    }

    /// Gives it back: the password was right. What was wrong before it from this network is
    /// forgotten for this account.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn give_back(&self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
        tx.execute_raw(sql::give_back(&self.subjects, now)).await?;
        Ok(())
    }
}

/// Forgets whoever has the whole allowance again.
///
/// # Errors
/// When the database is out of reach.
pub async fn forget_tries(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::SettledAt.lte(now)).exec(tx).await?;
    Ok(())
}

fn name(key: &[u8; 32], parts: &[&str]) -> String {
    // A key of any length will do.
    let Ok(mac) = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key) else { return String::new() };
    let mac =
        parts.iter().fold(mac, |mac, part| mac.chain_update((part.len() as u64).to_be_bytes()).chain_update(part));
    hex::encode(mac.finalize().into_bytes())
}
