//! Billing accounts: which clinic is which customer of Stripe, and which account is to be synced next.

use chrono::{DateTime, TimeDelta, Utc};
use entity::registry::billing_account;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QuerySelect, TransactionTrait};
use uuid::Uuid;

use super::{BillingRepo, CHANNEL, SyncLease};
use crate::foundation::error::Result;

/// How long a worker holds an account before another may take it over.
pub const LEASE: TimeDelta = TimeDelta::seconds(60);

/// An account that one worker holds for a while.
#[derive(Debug, Clone)]
pub struct Claimed {
    pub clinic: Uuid,
    pub customer: String,
    /// The sequence number that this sync covers; later events have higher ones.
    pub seq: i64,
    pub attempts: i32,
    pub token: Uuid,
}

impl BillingRepo {
    /// How many accounts are to be synced. The account of a suspended clinic waits until the clinic is open
    /// again: its rows cannot be written before.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn behind(&self) -> Result<u64> {
        let count = "select count(*) as n from registry.billing_account
                     where dirty_seq > synced_seq and stripe_customer_id is not null and livemode = $1
                       and clinic_id in (select id from registry.clinic where status = 'active')";
        let row = self.one(count, [self.livemode.into()]).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get::<i64>("", "n"))?.unsigned_abs())
    }

    /// The clinic's account; creates it when there is none.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn account(&self, clinic: Uuid, now: DateTime<Utc>) -> Result<billing_account::Model> {
        self.run(
            "insert into registry.billing_account (clinic_id, livemode, next_attempt_at, created_at)
             values ($1, $2, $3, $3) on conflict (clinic_id) do nothing",
            [clinic.into(), self.livemode.into(), now.into()],
        )
        .await?;
        let found = self.known_account(clinic).await?;
        Ok(found.ok_or_else(|| {
            // Created with keys of the other mode: test and live accounts are never mixed.
            DbErr::Custom("the clinic's account is of another mode of Stripe".to_owned())
        })?)
    }

    /// The clinic's account, if it has one.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn known_account(&self, clinic: Uuid) -> Result<Option<billing_account::Model>> {
        let find =
            billing_account::Entity::find_by_id(clinic).filter(billing_account::Column::Livemode.eq(self.livemode));
        Ok(find.one(&self.db.registry()).await?)
    }

    /// Links a customer to the clinic, if the clinic still has the customer (or none) that it had, and adopts
    /// the customer's earlier events. Returns the customer that is linked now.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn link(
        &self,
        clinic: Uuid,
        former: Option<&str>,
        customer: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<String>> {
        self.run(
            "update registry.billing_account set stripe_customer_id = $3
             where clinic_id = $1 and stripe_customer_id is not distinct from $2",
            [clinic.into(), former.map(str::to_owned).into(), customer.into()],
        )
        .await?;
        self.adopt(now).await?;
        Ok(self.known_account(clinic).await?.and_then(|account| account.stripe_customer_id))
    }

    /// Marks the clinic's account as to be synced.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn mark(&self, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
        self.one(
            "with marked as (
                update registry.billing_account set dirty_seq = dirty_seq + 1, next_attempt_at = $2
                where clinic_id = $1 and stripe_customer_id is not null returning clinic_id
             )
             select pg_catalog.pg_notify($3, clinic_id::text) from marked",
            [clinic.into(), now.into(), CHANNEL.into()],
        )
        .await?;
        Ok(())
    }

    /// Marks every linked account that was not synced for `since`, which makes up for webhooks that never
    /// arrived, and deletes events that are older than `forget`.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn sweep(&self, since: TimeDelta, forget: TimeDelta, now: DateTime<Utc>) -> Result<u64> {
        self.adopt(now).await?;
        self.run("delete from registry.stripe_event where received_at < $1", [(now - forget).into()]).await?;
        let marked = self
            .run(
                "update registry.billing_account set dirty_seq = dirty_seq + 1
                 where stripe_customer_id is not null and livemode = $1 and dirty_seq = synced_seq
                   and (synced_at is null or synced_at <= $2)
                   and clinic_id in (select id from registry.clinic where status = 'active')",
                [self.livemode.into(), (now - since).into()],
            )
            .await?;
        Ok(marked.rows_affected())
    }

    /// Claims an account that is to be synced, of one clinic or of any, for a minute. None when no account is
    /// due.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn claim(&self, clinic: Option<Uuid>, now: DateTime<Utc>) -> Result<Option<Claimed>> {
        let token = Uuid::new_v4();
        let row = self
            .one(
                "update registry.billing_account set lease_token = $1, lease_until = $2
                 where clinic_id = (
                    select clinic_id from registry.billing_account
                    where dirty_seq > synced_seq and next_attempt_at <= $3 and stripe_customer_id is not null
                      and livemode = $4 and (lease_until is null or lease_until <= $3) and ($5 is null or clinic_id = $5)
                      and clinic_id in (select id from registry.clinic where status = 'active')
                    order by next_attempt_at, clinic_id limit 1 for update skip locked
                 )
                 returning clinic_id, stripe_customer_id, dirty_seq, attempts",
                [token.into(), (now + LEASE).into(), now.into(), self.livemode.into(), clinic.into()],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Claimed {
            clinic: row.try_get("", "clinic_id")?,
            customer: row.try_get("", "stripe_customer_id")?,
            seq: row.try_get("", "dirty_seq")?,
            attempts: row.try_get("", "attempts")?,
            token,
        }))
    }

    /// Locks the account for writing what was fetched. None when another worker has taken it over in the
    /// meantime and has fetched later: then nothing may be written.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn hold(&self, claimed: Claimed) -> Result<Option<SyncLease>> {
        let tx = self.db.registry().begin().await?;
        let still = billing_account::Entity::find_by_id(claimed.clinic)
            .filter(billing_account::Column::LeaseToken.eq(claimed.token))
            .filter(billing_account::Column::StripeCustomerId.eq(claimed.customer.as_str()))
            .lock_exclusive()
            .one(&tx)
            .await?;
        Ok(still.map(|known| SyncLease { tx, claimed, known }))
    }

    /// Releases an account that could not be synced; it is tried again after `pause`.
    ///
    /// # Errors
    /// When the registry is out of reach; then the lease runs out by itself.
    pub async fn give_back(&self, claimed: &Claimed, reason: &str, pause: TimeDelta, now: DateTime<Utc>) -> Result<()> {
        self.run(
            "update registry.billing_account set lease_token = null, lease_until = null, attempts = attempts + 1,
                next_attempt_at = $3, last_error = $4
             where clinic_id = $1 and lease_token = $2",
            [claimed.clinic.into(), claimed.token.into(), (now + pause).into(), reason.into()],
        )
        .await?;
        Ok(())
    }
}
