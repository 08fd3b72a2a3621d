//! Limits how often a person may try to sign in.
//!
//! Counts are stored in the clinic's own tables, so that they survive a restart and all servers share them. Each try
//! uses part of an allowance that refills with time. The try is counted before the password is checked, so that
//! simultaneous guesses cannot exceed the allowance. If the password was right, the try is given back.
//!
//! The first allowance is for one account from one network. An attacker uses up only their own allowance, and does
//! not delay the account's owner in another network.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    member, session,
    sign_in_limit::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, Func},
};

use super::sql;
use base::{
    db_rate_limit::{self, Allowance, Counter, Table},
    error::Result,
};
use crypto::keyed_hash;
use http_api::limited_as;
use tenancy::ClinicTx;

/// One account from one network: five tries, then one a minute.
const HERE: Allowance = Allowance { tries: 5, each: TimeDelta::seconds(60) };

/// Any account from one network: stops trying one password on a list of addresses.
const NETWORK: Allowance = Allowance { tries: 20, each: TimeDelta::seconds(20) };

/// One account from anywhere: stops many machines that guess together. It does not apply in a network where the
/// account's owner has signed in before.
const ACCOUNT: Allowance = Allowance { tries: 60, each: TimeDelta::seconds(20) };

/// How long a network is remembered after a sign-in.
const KNOWN: TimeDelta = TimeDelta::days(30);

/// The counters of a try, in the order in which the rows are locked.
pub struct Try {
    subjects: [Counter; 3],
    email: String,
    network: String,
}

/// The network of a client's address. Limits count a network as one client.
fn network(ip: &str) -> String {
    ip.parse::<IpAddr>().map_or_else(|_| ip.to_owned(), |address| limited_as(address).to_string())
}

impl Try {
    /// `key` is the clinic's own. Counters are stored under keyed hashes, which reveal no address.
    pub fn new(key: &[u8; 32], email: &str, ip: &str) -> Self {
        let email = email.trim().to_lowercase();
        let network = network(ip);
        let subjects = [
            (name(key, &["here", &email, &network]), HERE),
            (name(key, &["network", &network]), NETWORK),
            (name(key, &["account", &email]), ACCOUNT),
        ];
        Self { subjects, email, network }
    }

    /// Counts the try.
    ///
    /// Commit after every allowed try, right or wrong. After a refusal roll back, so that refused tries do not make the wait longer.
    ///
    /// # Errors
    /// [`base::error::Error::TooMany`] when an allowance is used up.
    pub async fn count(&self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
        let [_, _, (account, _)] = &self.subjects;
        let mut longest = None;
        for (subject, wait) in db_rate_limit::count(tx, Table::SignIn, &self.subjects, now).await? {
            if subject != *account || !self.has_signed_in_from_here(tx, now).await? {
                longest = Ord::max(longest, Some(wait));
            }
        }
        longest.map_or(Ok(()), |wait| Err(db_rate_limit::too_many(wait)))
    }

    async fn has_signed_in_from_here(&self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<bool> {
        let member = session::Entity::belongs_to(member::Entity).from(session::Column::MemberId).to(member::Column::Id);
        let known: Vec<String> = session::Entity::find()
            .select_only()
            .column(session::Column::Ip)
            .distinct()
            .join(JoinType::InnerJoin, member.into())
            .filter(Expr::expr(Func::lower(Expr::col((member::Entity, member::Column::Email)))).eq(self.email.as_str()))
            .filter(session::Column::CreatedAt.gt(now - KNOWN))
            .into_tuple()
            .all(tx)
            .await?;
        Ok(known.iter().any(|ip| network(ip) == self.network))
    }

    /// Gives the try back after a right password. Deletes the earlier wrong tries on this account from this network.
    pub async fn give_back(&self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
        tx.execute_raw(sql::give_back(&self.subjects, now)).await?;
        Ok(())
    }
}

/// Deletes counters with a full allowance.
pub async fn forget_tries(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::SettledAt.lte(now)).exec(tx).await?;
    Ok(())
}

fn name(key: &[u8; 32], parts: &[&str]) -> String {
    // Each part is preceded by its length, so that two lists of parts never give the same text.
    let parts = parts.iter().flat_map(|part| [(part.len() as u64).to_be_bytes().to_vec(), part.as_bytes().to_vec()]);
    hex::encode(keyed_hash(key, parts))
}
