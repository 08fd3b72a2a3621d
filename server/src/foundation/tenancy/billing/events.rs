//! The inbox of Stripe's events.

use chrono::{DateTime, TimeDelta, Utc};
use entity::registry::stripe_event;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter};
use uuid::Uuid;

use super::{BillingRepo, sql};
use crate::foundation::error::Result;

/// An event as the inbox keeps it.
#[derive(Debug, Clone)]
pub struct ReceivedEvent {
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

impl BillingRepo {
    /// Keeps an event and marks its account in one statement, so that whoever answered 200 has it
    /// for good. A repetition is counted and does nothing.
    ///
    /// # Errors
    /// When the registry is out of reach; then nothing was kept.
    pub async fn ingest(&self, event: &ReceivedEvent, now: DateTime<Utc>) -> Result<Ingested> {
        let is_ignored = event.is_ignored || event.livemode != self.livemode;
        let ingested = self.db.registry().query_one_raw(sql::ingest(event, is_ignored, now)).await?;
        let row = ingested.ok_or(DbErr::RecordNotInserted)?;
        let state: String = row.try_get("", "state")?;
        Ok(match state.as_str() {
            _ if !row.try_get::<bool>("", "is_new")? => Ingested::Duplicate,
            "unmatched" => Ingested::Unmatched,
            "ignored" => Ingested::Ignored,
            _ => Ingested::New,
        })
    }

    /// Gives events of unknown customers to those who have been linked since.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn adopt(&self, now: DateTime<Utc>) -> Result<()> {
        self.db.registry().execute_raw(sql::adopt(now)).await?;
        Ok(())
    }

    /// How many events have waited longer than an hour for a customer that nobody knows.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn strangers(&self, now: DateTime<Utc>) -> Result<u64> {
        let strangers = stripe_event::Entity::find()
            .filter(stripe_event::Column::State.eq("unmatched"))
            .filter(stripe_event::Column::ReceivedAt.lt(now - TimeDelta::hours(1)));
        Ok(strangers.count(&self.db.registry()).await?)
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
}
