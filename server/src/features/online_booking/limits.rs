//! The limits of the booking page for one network, one address or number, and one clinic. A flood must neither block a clinic's
//! days nor make it write to strangers.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::booking_hold::{Column, Entity, Model};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select};

use crate::foundation::{
    error::{Error, Result},
    http::limited_as,
    jobs::mailbox,
    state::App,
    tenancy::{ClinicTx, Visitor},
};

/// How long a time is held.
pub(super) const HELD_FOR: TimeDelta = TimeDelta::minutes(10);
/// How long a hold can be kept by moving it.
pub(super) const LONGEST: TimeDelta = TimeDelta::minutes(30);

const HELD_BY_A_NETWORK: u64 = 3;
const HELD_IN_A_CLINIC: u64 = 20;
const HOLDS_OF_A_NETWORK: u64 = 30;
const CODES_TO_A_CONTACT: i64 = 3;
const CODES_OF_A_NETWORK: i64 = 10;
const CODES_OF_A_CLINIC: i64 = 60;
/// How many codes one hold sends.
pub(super) const CODES_OF_A_HOLD: i32 = 3;

const HOUR: TimeDelta = TimeDelta::hours(1);

/// The visitor's network, as it is stored: a keyed hash that reveals no address.
pub(super) fn network(app: &App, visitor: &Visitor) -> String {
    let ip = &visitor.origin().ip;
    let network = ip.parse().map_or_else(|_| ip.clone(), |address| limited_as(address).to_string());
    hashed(app, visitor, "network", &network)
}

/// An address or a number, as it is counted.
pub(super) fn counted(app: &App, visitor: &Visitor, contact: &str) -> String {
    hashed(app, visitor, "contact", &mailbox(contact))
}

fn hashed(app: &App, visitor: &Visitor, what: &str, text: &str) -> String {
    hex::encode(app.master.derive(format!("booking {what} {} {text}", visitor.clinic.id).as_bytes()))
}

/// Refuses a hold beyond the limit. The caller serializes visitors.
///
/// # Errors
/// [`Error::TooMany`] when the network or the clinic has as many as it may.
pub(super) async fn check_hold(tx: &ClinicTx, network: &str, now: DateTime<Utc>) -> Result<()> {
    let live = Entity::live(now);
    within(tx, live.clone().filter(Column::Network.eq(network)), HELD_BY_A_NETWORK, now, until_released).await?;
    within(tx, live, HELD_IN_A_CLINIC, now, until_released).await?;
    let recent = Entity::find().filter(Column::Network.eq(network)).filter(Column::CreatedAt.gt(now - HOUR));
    within(tx, recent, HOLDS_OF_A_NETWORK, now, |row| row.created_at + HOUR).await
}

/// Refuses a further code.
///
/// # Errors
/// [`Error::TooMany`] when the contact, the network or the clinic has had as many as it may in an hour.
pub(super) async fn check_code(tx: &ClinicTx, (network, contact): (&str, &str), now: DateTime<Utc>) -> Result<()> {
    let recent = || Entity::find().filter(Column::CodeAt.gt(now - HOUR));
    for (rows, most) in [
        (recent().filter(Column::Mailbox.eq(contact)), CODES_TO_A_CONTACT),
        (recent().filter(Column::Network.eq(network)), CODES_OF_A_NETWORK),
        (recent(), CODES_OF_A_CLINIC),
    ] {
        let sent = rows.clone().select_only().expr_as(Column::Codes.sum(), "sent");
        let sent: Option<Option<i64>> = sent.into_tuple().one(tx).await?;
        if sent.flatten().unwrap_or_default() >= most {
            let first = rows.order_by_asc(Column::CodeAt).one(tx).await?.and_then(|row| row.code_at);
            return Err(too_many(first.map_or(HOUR, |at| at + HOUR - now)));
        }
    }
    Ok(())
}

fn until_released(row: &Model) -> DateTime<Utc> {
    row.expires_at
}

/// Refuses one more row beyond a limit.
///
/// # Errors
/// [`Error::TooMany`] when there are `most` rows already, until the first of them counts no more.
async fn within(
    tx: &ClinicTx,
    rows: Select<Entity>,
    most: u64,
    now: DateTime<Utc>,
    free_at: impl Fn(&Model) -> DateTime<Utc>,
) -> Result<()> {
    if rows.clone().count(tx).await? < most {
        return Ok(());
    }
    let first = rows.order_by_asc(Column::CreatedAt).one(tx).await?;
    Err(too_many(first.map_or(HOUR, |row| free_at(&row) - now)))
}

fn too_many(wait: TimeDelta) -> Error {
    Error::TooMany { retry_after_seconds: u64::try_from(wait.num_seconds()).unwrap_or(0) + 1 }
}
