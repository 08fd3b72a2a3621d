//! The inbox of Stripe's events.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{registry::stripe_event, words::EventState};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter};
use uuid::Uuid;

use super::{BillingRepo, ReceivedEvent, sql};
use crate::foundation::error::Result;

/// What the inbox did with a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IngestOutcome {
    New,
    Duplicate,
    /// The customer is not known, or not yet.
    Unmatched,
    Ignored,
}

impl BillingRepo {
    /// Stores an event and marks its account in one statement, so that an event that was acknowledged with 200
    /// cannot be lost. A repeated delivery is counted and changes nothing.
    ///
    /// # Errors
    /// When the registry is out of reach; then nothing was stored.
    pub async fn ingest(&self, event: &ReceivedEvent, now: DateTime<Utc>) -> Result<IngestOutcome> {
        let is_ignored = event.is_ignored || event.livemode != self.livemode;
        let ingested = self.db.registry().query_one_raw(sql::ingest(event, is_ignored, now)).await?;
        let row = ingested.ok_or(DbErr::RecordNotInserted)?;
        let state: EventState = row.try_get("", "state")?;
        Ok(match state {
            _ if !row.try_get::<bool>("", "is_new")? => IngestOutcome::Duplicate,
            EventState::Unmatched => IngestOutcome::Unmatched,
            EventState::Ignored => IngestOutcome::Ignored,
            EventState::Received | EventState::Applied => IngestOutcome::New,
        })
    }

    /// Assigns events of unknown customers to accounts that have been linked since.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn assign_unmatched(&self, now: DateTime<Utc>) -> Result<()> {
        self.db.registry().execute_raw(sql::assign_unmatched(now)).await?;
        Ok(())
    }

    /// How many events have waited for more than an hour for a customer that no clinic has.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn count_unmatched(&self, now: DateTime<Utc>) -> Result<u64> {
        let unmatched = stripe_event::Entity::find()
            .filter(stripe_event::Column::State.eq(EventState::Unmatched))
            .filter(stripe_event::Column::ReceivedAt.lt(now - TimeDelta::hours(1)));
        Ok(unmatched.count(&self.db.registry()).await?)
    }

    /// The clinic's events that were not processed yet.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn pending(&self, clinic: Uuid) -> Result<Vec<stripe_event::Model>> {
        let pending = stripe_event::Entity::find()
            .filter(stripe_event::Column::ClinicId.eq(clinic))
            .filter(stripe_event::Column::State.eq(EventState::Received));
        Ok(pending.all(&self.db.registry()).await?)
    }
}
