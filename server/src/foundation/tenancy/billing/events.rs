//! The inbox of Stripe's events.

use chrono::{DateTime, TimeDelta, Utc};
use entity::registry::stripe_event;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::{BillingRepo, CHANNEL};
use crate::foundation::error::Result;

/// An event as the inbox stores it.
#[derive(Debug, Clone)]
pub struct ReceivedEvent {
    pub id: String,
    pub kind: String,
    pub api_version: Option<String>,
    pub livemode: bool,
    pub happened_at: DateTime<Utc>,
    pub customer: Option<String>,
    pub object: Option<String>,
    /// Its kind is not one that the server acts on.
    pub is_ignored: bool,
}

/// What the inbox did with a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ingested {
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
    pub async fn ingest(&self, event: &ReceivedEvent, now: DateTime<Utc>) -> Result<Ingested> {
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

    /// Assigns events of unknown customers to accounts that have been linked since.
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

    /// How many events have waited for more than an hour for a customer that no clinic has.
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

    /// The clinic's events that were not processed yet.
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
