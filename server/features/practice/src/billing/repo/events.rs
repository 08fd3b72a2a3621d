//! The inbox of Stripe's events.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{registry::stripe_event, words::EventState};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter};
use uuid::Uuid;

use super::{BillingRepo, ReceivedEvent, sql};
use base::error::Result;

/// How the inbox handled a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IngestOutcome {
    New,
    Duplicate,
    /// No clinic has this customer, or not yet.
    Unmatched,
    Ignored,
}

impl BillingRepo {
    /// Stores an event and asks for a sync of its account in one statement, so that no event acknowledged with 200 is lost. A
    /// repeated delivery is only counted.
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
    pub async fn assign_unmatched(&self, now: DateTime<Utc>) -> Result<()> {
        self.db.registry().execute_raw(sql::assign_unmatched(now)).await?;
        Ok(())
    }

    /// How many events have waited for more than an hour without a clinic for their customer.
    pub async fn count_unmatched(&self, now: DateTime<Utc>) -> Result<u64> {
        let unmatched = stripe_event::Entity::find()
            .filter(stripe_event::Column::State.eq(EventState::Unmatched))
            .filter(stripe_event::Column::ReceivedAt.lt(now - TimeDelta::hours(1)));
        Ok(unmatched.count(&self.db.registry()).await?)
    }

    /// The clinic's events that were not processed yet.
    pub async fn pending(&self, clinic: Uuid) -> Result<Vec<stripe_event::Model>> {
        let pending = stripe_event::Entity::find()
            .filter(stripe_event::Column::ClinicId.eq(clinic))
            .filter(stripe_event::Column::State.eq(EventState::Received));
        Ok(pending.all(&self.db.registry()).await?)
    }
}
