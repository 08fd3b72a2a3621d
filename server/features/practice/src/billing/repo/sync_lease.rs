//! An account while the fetched state is written.

use chrono::{DateTime, Utc};
use entity::{
    ids::AttemptId,
    registry::{billing_account, checkout_attempt, stripe_event},
    words::{CheckoutState, EventState},
};
use sea_orm::{
    ActiveValue::{NotSet, Set, Unchanged},
    ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter,
    sea_query::{Expr, extension::postgres::PgExpr},
};

use super::{ClaimedAccount, attempts::closed};
use base::error::Result;

/// An account's locked row while the lease is valid. Nobody else can write the account's state meanwhile.
pub struct SyncLease {
    pub(super) tx: DatabaseTransaction,
    pub(super) claimed: ClaimedAccount,
    /// The row before the change.
    pub(super) known: billing_account::Model,
}

impl SyncLease {
    /// Closes one of the clinic's checkouts that is over.
    pub async fn close_attempt(&self, attempt: AttemptId, state: CheckoutState, now: DateTime<Utc>) -> Result<()> {
        closed(attempt, state, now)
            .filter(checkout_attempt::Column::ClinicId.eq(self.claimed.clinic))
            .exec(&self.tx)
            .await?;
        Ok(())
    }

    /// Writes the fetched state, releases the account and marks its events as processed. The start of the trial is
    /// written once and never changes.
    ///
    /// Fails when the transaction cannot be committed. The clinic's rows are already written, so the account still waits for a sync,
    /// and that sync changes nothing.
    pub async fn finish(self, seen: billing_account::ActiveModel, events: &[String], now: DateTime<Utc>) -> Result<()> {
        let trial_used_at = if self.known.trial_used_at.is_some() { NotSet } else { seen.trial_used_at.clone() };
        let row = billing_account::ActiveModel {
            clinic_id: Unchanged(self.claimed.clinic),
            synced_seq: Set(self.claimed.seq),
            synced_at: Set(Some(now)),
            lease_token: Set(None),
            lease_until: Set(None),
            attempts: Set(0),
            last_error: Set(None),
            trial_used_at,
            ..seen
        };
        billing_account::Entity::update(row).exec(&self.tx).await?;
        if !events.is_empty() {
            stripe_event::Entity::update_many()
                .col_expr(stripe_event::Column::State, Expr::value(EventState::Applied))
                .filter(stripe_event::Column::ClinicId.eq(self.claimed.clinic))
                .filter(stripe_event::Column::State.eq(EventState::Received))
                .filter(Expr::col(stripe_event::Column::Id).eq_any(events.iter().cloned()))
                .exec(&self.tx)
                .await?;
        }
        Ok(self.tx.commit().await?)
    }
}
