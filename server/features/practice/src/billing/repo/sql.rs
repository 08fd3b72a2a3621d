//! The registry's billing statements that make several changes at once. SeaORM would need several statements, because its
//! changes cannot be part of a CTE.

use chrono::{DateTime, Utc};
use sea_orm::{DbBackend, Statement, Value};
use uuid::Uuid;

use super::{CHANNEL, ReceivedEvent};

fn statement(text: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// Asks for a sync of an account and notifies, in one statement. SeaORM's UPDATE cannot be part of a CTE.
pub(super) fn request_sync(clinic: Uuid, now: DateTime<Utc>) -> Statement {
    statement(
        "with requested as (
            update registry.billing_account set dirty_seq = dirty_seq + 1, next_attempt_at = $2
            where clinic_id = $1 and stripe_customer_id is not null returning clinic_id
         )
         select pg_catalog.pg_notify($3, clinic_id::text) from requested",
        [clinic.into(), now.into(), CHANNEL.into()],
    )
}

/// Stores an event, asks for a sync of its account and notifies, or counts a repeated delivery, in one statement. SeaORM's INSERT and
/// UPDATE cannot be parts of a CTE.
pub(super) fn ingest(event: &ReceivedEvent, is_ignored: bool, now: DateTime<Utc>) -> Statement {
    statement(
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
         ), requested as (
            update registry.billing_account as a set dirty_seq = dirty_seq + 1, next_attempt_at = $9
            from kept where kept.is_new and a.clinic_id = kept.clinic_id
            returning pg_catalog.pg_notify($10, a.clinic_id::text)
         )
         select is_new, state, (select count(*) from requested) as requested from kept",
        [
            event.id.as_str().into(),
            event.kind.as_str().into(),
            event.api_version.clone().into(),
            event.livemode.into(),
            event.happened_at.into(),
            event.customer.clone().into(),
            event.object.clone().into(),
            is_ignored.into(),
            now.into(),
            CHANNEL.into(),
        ],
    )
}

/// Assigns events to the accounts that were linked since, and asks for their sync. SeaORM's UPDATE cannot be part of a CTE.
pub(super) fn assign_unmatched(now: DateTime<Utc>) -> Statement {
    statement(
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
}
