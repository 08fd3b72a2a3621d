//! An account while the fetched state is written.

use chrono::{DateTime, Utc};
use entity::registry::billing_account;
use sea_orm::{
    ActiveValue::{NotSet, Set, Unchanged},
    ConnectionTrait, DatabaseTransaction, EntityTrait,
};
use uuid::Uuid;

use super::{Claimed, statement};
use crate::foundation::error::Result;

/// An account's locked row, with the lease still valid: nobody else can write the same at this moment.
pub struct SyncLease {
    pub(super) tx: DatabaseTransaction,
    pub(super) claimed: Claimed,
    /// The row before the change.
    pub(super) known: billing_account::Model,
}

impl SyncLease {
    /// Closes one of the clinic's checkouts that is over.
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

    /// Writes the fetched state, releases the account and marks its events as processed. The time when a trial
    /// began is written once and never changed.
    ///
    /// # Errors
    /// When it cannot be committed. The clinic's rows are written by then: the account stays marked, and the
    /// next sync finds nothing to change.
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
