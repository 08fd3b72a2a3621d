//! The registry's billing tables, behind a narrow type: which clinic is which customer of Stripe,
//! the inbox of its events, the checkouts that were begun.
//!
//! A clinic's role has no rights here, and the gateway's own login has none in a clinic. What
//! concerns both is two transactions, the registry's held open around the clinic's.

use chrono::{DateTime, TimeDelta, Utc};
use entity::registry::{billing_account, checkout_attempt, stripe_event};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, ExecResult, FromQueryResult,
    QueryFilter, QueryResult, Statement, TransactionTrait, Value,
};
use uuid::Uuid;

use super::Db;
use crate::error::Result;

/// The channel on which accounts are told that are to be looked at.
pub const CHANNEL: &str = "celadon_billing";

/// How long a worker has before another may take its account over.
pub const LEASE: TimeDelta = TimeDelta::seconds(60);

/// The way to the registry's billing tables.
#[derive(Clone)]
pub struct BillingDesk {
    db: Db,
    /// Whether our keys move money. Accounts of the other kind are not ours to touch.
    livemode: bool,
}

/// An event as the inbox keeps it.
#[derive(Debug, Clone)]
pub struct Arrived {
    pub id: String,
    pub kind: String,
    pub api_version: Option<String>,
    pub livemode: bool,
    pub happened_at: DateTime<Utc>,
    pub customer: Option<String>,
    pub object: Option<String>,
    /// Not of a kind that we act on.
    pub is_ignored: bool,
}

/// What became of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ingested {
    New,
    Duplicate,
    /// Of a customer that we do not know, or not yet.
    Unmatched,
    Ignored,
}

/// An account that one worker has to itself for a while.
#[derive(Debug, Clone)]
pub struct Claimed {
    pub clinic: Uuid,
    pub customer: String,
    /// What is synced when this is done; later events count further.
    pub seq: i64,
    pub attempts: i32,
    pub token: Uuid,
}

/// What was last seen of an account.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    pub stripe_subscription_id: Option<String>,
    pub stripe_status: Option<String>,
    pub status: Option<String>,
    pub plan: Option<String>,
    pub billing: Option<String>,
    pub current_period_end: Option<DateTime<Utc>>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub trial_used_at: Option<DateTime<Utc>>,
}

/// An account's row, locked, with the lease still ours: nobody else can write what is being written.
pub struct Held {
    tx: DatabaseTransaction,
    claimed: Claimed,
}

fn statement(sql: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

impl BillingDesk {
    pub fn new(db: Db, livemode: bool) -> Self {
        Self { db, livemode }
    }

    async fn run(&self, sql: &str, values: impl IntoIterator<Item = Value>) -> Result<ExecResult, DbErr> {
        self.db.registry().execute_raw(statement(sql, values)).await
    }

    async fn one(&self, sql: &str, values: impl IntoIterator<Item = Value>) -> Result<Option<QueryResult>, DbErr> {
        self.db.registry().query_one_raw(statement(sql, values)).await
    }

    /// How many accounts are yet to be looked at.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn behind(&self) -> Result<u64> {
        let count = "select count(*) as n from registry.billing_account
                     where dirty_seq > synced_seq and stripe_customer_id is not null and livemode = $1";
        let row = self.one(count, [self.livemode.into()]).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get::<i64>("", "n"))?.unsigned_abs())
    }

    /// Keeps an event and marks its account in one statement, so that whoever answered 200 has it
    /// for good. A repetition is counted and does nothing.
    ///
    /// # Errors
    /// When the registry is out of reach; then nothing was kept.
    pub async fn ingest(&self, event: &Arrived, now: DateTime<Utc>) -> Result<Ingested> {
        let row = self
            .one(
                "with account as (
                    select clinic_id from registry.billing_account
                    where stripe_customer_id = $6 and livemode = $4 and not $8
                 ), kept as (
                    insert into registry.stripe_event
                        (id, type, api_version, livemode, happened_at, customer_id, object_id, clinic_id, state, received_at)
                    select $1, $2, $3, $4, $5, $6, $7, (select clinic_id from account),
                        case when $8 then 'ignored' when exists (select from account) then 'received'
                             when $6 is null then 'ignored' else 'unmatched' end, $9
                    on conflict (id) do update set deliveries = registry.stripe_event.deliveries + 1
                    returning (xmax = 0) as is_new, state, clinic_id
                 ), marked as (
                    update registry.billing_account as a set dirty_seq = dirty_seq + 1, next_attempt_at = $9
                    from kept where kept.is_new and a.clinic_id = kept.clinic_id
                    returning pg_catalog.pg_notify($10, a.clinic_id::text)
                 )
                 select is_new, state, (select count(*) from marked) as marked from kept",
                [
                    event.id.as_str().into(),
                    event.kind.as_str().into(),
                    event.api_version.clone().into(),
                    event.livemode.into(),
                    event.happened_at.into(),
                    event.customer.clone().into(),
                    event.object.clone().into(),
                    (event.is_ignored || event.livemode != self.livemode).into(),
                    now.into(),
                    CHANNEL.into(),
                ],
            )
            .await?
            .ok_or_else(|| DbErr::RecordNotInserted)?;
        let state: String = row.try_get("", "state")?;
        Ok(match state.as_str() {
            _ if !row.try_get::<bool>("", "is_new")? => Ingested::Duplicate,
            "unmatched" => Ingested::Unmatched,
            "ignored" => Ingested::Ignored,
            _ => Ingested::New,
        })
    }

    /// The clinic's account, made when there is none.
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
            // Made with keys of the other kind: test and live accounts are never mixed.
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

    /// Makes a customer the clinic's, if it still has the one (or none) that it had; takes in the
    /// customer's events that came before. Answers the customer that it is now.
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

    /// Gives events of unknown customers to those who have been linked since.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn adopt(&self, now: DateTime<Utc>) -> Result<()> {
        self.run(
            "with found as (
                update registry.stripe_event as e set clinic_id = a.clinic_id, state = 'received'
                from registry.billing_account a
                where e.state = 'unmatched' and e.customer_id = a.stripe_customer_id and e.livemode = a.livemode
                returning e.clinic_id
             )
             update registry.billing_account as a
             set dirty_seq = dirty_seq + (select count(*) from found f where f.clinic_id = a.clinic_id), next_attempt_at = $1
             where a.clinic_id in (select clinic_id from found)",
            [now.into()],
        )
        .await?;
        Ok(())
    }

    /// Asks for the clinic's account to be looked at.
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

    /// Asks for every linked account to be looked at that nobody has looked at for `since`, and
    /// forgets events that are older than `forget`. A webhook that never came is made up for here.
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
                   and (synced_at is null or synced_at <= $2)",
                [self.livemode.into(), (now - since).into()],
            )
            .await?;
        Ok(marked.rows_affected())
    }

    /// How many events have waited longer than an hour for a customer that nobody knows.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn strangers(&self, now: DateTime<Utc>) -> Result<i64> {
        let row = self
            .one(
                "select count(*) as n from registry.stripe_event where state = 'unmatched' and received_at < $1",
                [(now - TimeDelta::hours(1)).into()],
            )
            .await?;
        Ok(row.map(|row| row.try_get("", "n")).transpose()?.unwrap_or(0))
    }

    /// Takes an account that is to be looked at, of one clinic or of any: for a minute nobody else
    /// gets it. Nothing: none is due.
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

    /// Locks the account for writing what was fetched. Nothing: somebody else has taken it over in
    /// the meantime and has fetched later, so what we have must not be written.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn hold(&self, claimed: Claimed) -> Result<Option<Held>> {
        let tx = self.db.registry().begin().await?;
        let still = tx
            .query_one_raw(statement(
                "select clinic_id from registry.billing_account
                 where clinic_id = $1 and lease_token = $2 and stripe_customer_id = $3 for update",
                [claimed.clinic.into(), claimed.token.into(), claimed.customer.as_str().into()],
            ))
            .await?;
        Ok(still.map(|_| Held { tx, claimed }))
    }

    /// Gives an account back that could not be looked at; it is tried again after `pause`.
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

    /// The clinic's events that nobody has acted on yet.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn pending(&self, clinic: Uuid) -> Result<Vec<stripe_event::Model>> {
        let pending = stripe_event::Entity::find()
            .filter(stripe_event::Column::ClinicId.eq(clinic))
            .filter(stripe_event::Column::State.eq("received"));
        Ok(pending.all(&self.db.registry()).await?)
    }

    /// Every checkout of the clinic's.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn attempts(&self, clinic: Uuid) -> Result<Vec<checkout_attempt::Model>> {
        let own = checkout_attempt::Entity::find().filter(checkout_attempt::Column::ClinicId.eq(clinic));
        Ok(own.all(&self.db.registry()).await?)
    }

    /// The clinic's open checkout.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn open_attempt(&self, clinic: Uuid) -> Result<Option<checkout_attempt::Model>> {
        let own = checkout_attempt::Entity::find()
            .filter(checkout_attempt::Column::ClinicId.eq(clinic))
            .filter(checkout_attempt::Column::State.eq("open"));
        Ok(own.one(&self.db.registry()).await?)
    }

    /// Opens a checkout, unless the clinic has one open: two tabs are one.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn begin_attempt(&self, new: &checkout_attempt::Model) -> Result<Option<checkout_attempt::Model>> {
        let row = self
            .one(
                "insert into registry.checkout_attempt
                    (id, clinic_id, kind, plan, billing, trial_days, subscription_row_id, created_by, state, expires_at, created_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10)
                 on conflict (clinic_id) where state = 'open' do nothing
                 returning id, clinic_id, kind, plan, billing, trial_days, subscription_row_id, created_by,
                    stripe_session_id, state, expires_at, created_at, closed_at",
                [
                    new.id.into(),
                    new.clinic_id.into(),
                    new.kind.as_str().into(),
                    new.plan.as_str().into(),
                    new.billing.as_str().into(),
                    new.trial_days.into(),
                    new.subscription_row_id.into(),
                    new.created_by.into(),
                    new.expires_at.into(),
                    new.created_at.into(),
                ],
            )
            .await?;
        Ok(row.map(|row| checkout_attempt::Model::from_query_result(&row, "")).transpose()?)
    }

    /// Notes which session of Stripe's an open checkout has. False: it is not open any more.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn note_session(&self, attempt: Uuid, session: &str, expires_at: DateTime<Utc>) -> Result<bool> {
        let noted = self.run(
            "update registry.checkout_attempt set stripe_session_id = $2, expires_at = $3 where id = $1 and state = 'open'",
            [attempt.into(), session.into(), expires_at.into()],
        )
        .await?;
        Ok(noted.rows_affected() == 1)
    }

    /// Closes a checkout that is open.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn close_attempt(&self, attempt: Uuid, state: &str, now: DateTime<Utc>) -> Result<()> {
        self.run(
            "update registry.checkout_attempt set state = $2, closed_at = $3 where id = $1 and state = 'open'",
            [attempt.into(), state.into(), now.into()],
        )
        .await?;
        Ok(())
    }
}

impl Held {
    /// Closes a checkout of the clinic's that is over.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn close_attempt(&self, attempt: Uuid, state: &str, now: DateTime<Utc>) -> Result<()> {
        self.tx
            .execute_raw(statement(
                "update registry.checkout_attempt set state = $3, closed_at = $4
                 where id = $1 and clinic_id = $2 and state = 'open'",
                [attempt.into(), self.claimed.clinic.into(), state.into(), now.into()],
            ))
            .await?;
        Ok(())
    }

    /// Writes what was seen, lets go of the account and of the events that are dealt with.
    ///
    /// # Errors
    /// When it cannot be committed. The clinic's rows are written by then: the account stays
    /// marked, and the next look finds nothing to change.
    pub async fn finish(self, seen: &Seen, events: &[String], now: DateTime<Utc>) -> Result<()> {
        self.tx
            .execute_raw(statement(
                "update registry.billing_account set synced_seq = $2, synced_at = $3, lease_token = null,
                    lease_until = null, attempts = 0, last_error = null, stripe_subscription_id = $4,
                    stripe_status = $5, status = $6, plan = $7, billing = $8, current_period_end = $9, cancel_at = $10,
                    past_due_since = $11, trial_used_at = coalesce(trial_used_at, $12)
                 where clinic_id = $1",
                [
                    self.claimed.clinic.into(),
                    self.claimed.seq.into(),
                    now.into(),
                    seen.stripe_subscription_id.clone().into(),
                    seen.stripe_status.clone().into(),
                    seen.status.clone().into(),
                    seen.plan.clone().into(),
                    seen.billing.clone().into(),
                    seen.current_period_end.into(),
                    seen.cancel_at.into(),
                    seen.past_due_since.into(),
                    seen.trial_used_at.into(),
                ],
            ))
            .await?;
        if !events.is_empty() {
            self.tx
                .execute_raw(statement(
                    "update registry.stripe_event set state = 'applied'
                     where clinic_id = $1 and state = 'received' and id = any($2)",
                    [self.claimed.clinic.into(), events.to_vec().into()],
                ))
                .await?;
        }
        Ok(self.tx.commit().await?)
    }
}
