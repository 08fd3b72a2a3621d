//! An account while what was fetched of it is written.

use chrono::{DateTime, Utc};
use entity::registry::billing_account;
use sea_orm::{
    ActiveValue::{NotSet, Set, Unchanged},
    ConnectionTrait, DatabaseTransaction, EntityTrait,
};
use uuid::Uuid;

use super::{Claimed, statement};
use crate::foundation::error::Result;

/// An account's row, locked, with the lease still ours: nobody else can write what is being written.
pub struct SyncLease {
    pub(super) tx: DatabaseTransaction,
    pub(super) claimed: Claimed,
    /// As it was before.
    pub(super) known: billing_account::Model,
}

impl SyncLease {
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

    /// Writes what was seen, lets go of the account and of the events that are dealt with. When a
    /// trial began is known for good: what is seen later of it changes nothing.
    ///
    /// # Errors
    /// When it cannot be committed. The clinic's rows are written by then: the account stays
    /// marked, and the next look finds nothing to change.
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
