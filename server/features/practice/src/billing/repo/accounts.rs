//! Billing accounts. They link each clinic with its customer at Stripe, and say which account is to be synced next.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    registry::{
        billing_account::{self, Column, Entity},
        clinic, stripe_event,
    },
    words::ClinicStatus,
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, TransactionTrait,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict, SelectStatement},
};
use uuid::Uuid;

use super::{BillingRepo, ClaimedAccount, SyncLease, sql};
use base::error::Result;

/// How long a worker holds an account before another may take it over.
const LEASE: TimeDelta = TimeDelta::seconds(60);

impl BillingRepo {
    /// How many accounts are to be synced. The account of a suspended clinic does not count: its rows cannot be written
    /// until the clinic is open again.
    pub async fn behind(&self) -> Result<u64> {
        let behind = Entity::find()
            .filter(Column::StripeCustomerId.is_not_null())
            .filter(Column::Livemode.eq(self.livemode))
            .filter(Expr::col(Column::DirtySeq).gt(Expr::col(Column::SyncedSeq)))
            .filter(Column::ClinicId.in_subquery(open_clinics()));
        Ok(behind.count(&self.db.registry()).await?)
    }

    /// The clinic's account. Creates it if there is none.
    pub async fn account(&self, clinic: Uuid, now: DateTime<Utc>) -> Result<billing_account::Model> {
        let account = billing_account::ActiveModel {
            clinic_id: Set(clinic),
            livemode: Set(self.livemode),
            next_attempt_at: Set(now),
            created_at: Set(now),
            ..Default::default()
        };
        let once = OnConflict::column(Column::ClinicId).do_nothing().to_owned();
        Entity::insert(account).on_conflict(once).exec_without_returning(&self.db.registry()).await?;
        let found = self.known_account(clinic).await?;
        Ok(found.ok_or_else(|| {
            // It was created with keys of the other mode. Test and live accounts are never mixed.
            DbErr::Custom("the clinic's account is of another mode of Stripe".to_owned())
        })?)
    }

    /// The clinic's account, if it has one.
    pub async fn known_account(&self, clinic: Uuid) -> Result<Option<billing_account::Model>> {
        let find = Entity::find_by_id(clinic).filter(Column::Livemode.eq(self.livemode));
        Ok(find.one(&self.db.registry()).await?)
    }

    /// Links a customer to the clinic, if the clinic's customer is still `former`, and assigns the customer's earlier
    /// events to it. Returns the customer that is linked now.
    pub async fn link(
        &self,
        clinic: Uuid,
        former: Option<&str>,
        customer: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<String>> {
        let is_former = former.map_or_else(|| Column::StripeCustomerId.is_null(), |it| Column::StripeCustomerId.eq(it));
        Entity::update_many()
            .col_expr(Column::StripeCustomerId, Expr::value(customer))
            .filter(Column::ClinicId.eq(clinic))
            .filter(is_former)
            .exec(&self.db.registry())
            .await?;
        self.assign_unmatched(now).await?;
        Ok(self.known_account(clinic).await?.and_then(|account| account.stripe_customer_id))
    }

    /// Asks for a sync of the clinic's account.
    pub async fn request_sync(&self, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
        self.db.registry().query_one_raw(sql::request_sync(clinic, now)).await?;
        Ok(())
    }

    /// Asks for a sync of every linked account that was not synced for `since`, because a webhook may have been lost. Deletes events
    /// that are older than `forget`.
    pub async fn sweep(&self, since: TimeDelta, forget: TimeDelta, now: DateTime<Utc>) -> Result<u64> {
        self.assign_unmatched(now).await?;
        stripe_event::Entity::delete_many()
            .filter(stripe_event::Column::ReceivedAt.lt(now - forget))
            .exec(&self.db.registry())
            .await?;
        let was_not_seen = Condition::any().add(Column::SyncedAt.is_null()).add(Column::SyncedAt.lte(now - since));
        let requested = Entity::update_many()
            .col_expr(Column::DirtySeq, Expr::col(Column::DirtySeq).add(1))
            .filter(Column::StripeCustomerId.is_not_null())
            .filter(Column::Livemode.eq(self.livemode))
            .filter(Expr::col(Column::DirtySeq).eq(Expr::col(Column::SyncedSeq)))
            .filter(was_not_seen)
            .filter(Column::ClinicId.in_subquery(open_clinics()))
            .exec(&self.db.registry())
            .await?;
        Ok(requested.rows_affected)
    }

    /// Claims an account that is to be synced, of one clinic or of any, for a minute. `None` if no account is
    /// due.
    pub async fn claim(&self, clinic: Option<Uuid>, now: DateTime<Utc>) -> Result<Option<ClaimedAccount>> {
        let token = Uuid::new_v4();
        let claimed = Entity::update_many()
            .col_expr(Column::LeaseToken, Expr::value(token))
            .col_expr(Column::LeaseUntil, Expr::value(now + LEASE))
            .filter(Expr::col(Column::ClinicId).eq(self.due(clinic, now)))
            .exec_with_returning(&self.db.registry())
            .await?;
        let Some(account) = claimed.into_iter().next() else { return Ok(None) };
        Ok(account.stripe_customer_id.map(|customer| ClaimedAccount {
            clinic: account.clinic_id,
            customer,
            seq: account.dirty_seq,
            attempts: account.attempts,
            token,
        }))
    }

    /// Selects the account that is to be synced first, among the accounts without a lease or a lock.
    fn due(&self, clinic: Option<Uuid>, now: DateTime<Utc>) -> SelectStatement {
        let is_free = Condition::any().add(Column::LeaseUntil.is_null()).add(Column::LeaseUntil.lte(now));
        Entity::find()
            .select_only()
            .column(Column::ClinicId)
            .filter(Expr::col(Column::DirtySeq).gt(Expr::col(Column::SyncedSeq)))
            .filter(Column::NextAttemptAt.lte(now))
            .filter(Column::StripeCustomerId.is_not_null())
            .filter(Column::Livemode.eq(self.livemode))
            .filter(is_free)
            .apply_if(clinic, |due, clinic| due.filter(Column::ClinicId.eq(clinic)))
            .filter(Column::ClinicId.in_subquery(open_clinics()))
            .order_by_asc(Column::NextAttemptAt)
            .order_by_asc(Column::ClinicId)
            .limit(1)
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
            .into_query()
    }

    /// Locks the account, so that the fetched state can be written. `None` if another worker has claimed it since and
    /// fetched later. Then nothing may be written.
    pub async fn hold(&self, claimed: ClaimedAccount) -> Result<Option<SyncLease>> {
        let tx = self.db.registry().begin().await?;
        let still = Entity::find_by_id(claimed.clinic)
            .filter(Column::LeaseToken.eq(claimed.token))
            .filter(Column::StripeCustomerId.eq(claimed.customer.as_str()))
            .lock_exclusive()
            .one(&tx)
            .await?;
        Ok(still.map(|known| SyncLease { tx, claimed, known }))
    }

    /// Releases an account that could not be synced. The next try is after `pause`.
    pub async fn give_back(
        &self,
        claimed: &ClaimedAccount,
        reason: &str,
        pause: TimeDelta,
        now: DateTime<Utc>,
    ) -> Result<()> {
        Entity::update_many()
            .col_expr(Column::LeaseToken, Expr::null())
            .col_expr(Column::LeaseUntil, Expr::null())
            .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
            .col_expr(Column::NextAttemptAt, Expr::value(now + pause))
            .col_expr(Column::LastError, Expr::value(reason))
            .filter(Column::ClinicId.eq(claimed.clinic))
            .filter(Column::LeaseToken.eq(claimed.token))
            .exec(&self.db.registry())
            .await?;
        Ok(())
    }
}

/// The clinics whose accounts may be written.
fn open_clinics() -> SelectStatement {
    clinic::Entity::find()
        .select_only()
        .column(clinic::Column::Id)
        .filter(clinic::Column::Status.eq(ClinicStatus::Active))
        .into_query()
}
