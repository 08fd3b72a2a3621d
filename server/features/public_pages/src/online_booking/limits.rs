//! The limits of the booking page for one network, one address or number, and one clinic. A flood must neither block a clinic's
//! days nor make the clinic write to strangers.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    booking_code,
    booking_hold::{Column, Entity, Model},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, Select,
    sea_query::{Expr, ExprTrait},
};

use base::error::{Error, Result};
use http_api::{limited_as, state::App};
use outbox::mailbox;
use tenancy::{ClinicTx, Visitor};

/// How long a time is held.
pub(super) const HELD_FOR: TimeDelta = TimeDelta::minutes(10);
/// How long a hold can be extended by moving it.
pub(super) const LONGEST: TimeDelta = TimeDelta::minutes(30);

const HELD_BY_A_NETWORK: u64 = 3;
const HELD_IN_A_CLINIC: u64 = 20;
const HOLDS_OF_A_NETWORK: u64 = 30;
const CODES_TO_A_CONTACT: u64 = 3;
const CODES_OF_A_NETWORK: u64 = 10;
const CODES_OF_A_CLINIC: u64 = 60;
/// The most codes for one hold.
pub(super) const CODES_OF_A_HOLD: i32 = 3;

const HOUR: TimeDelta = TimeDelta::hours(1);

/// The visitor's network as stored: a keyed hash that does not reveal the address.
pub(super) fn network(app: &App, visitor: &Visitor) -> String {
    let ip = &visitor.origin().ip;
    let network = ip.parse().map_or_else(|_| ip.clone(), |address| limited_as(address).to_string());
    hashed(app, visitor, "network", &network)
}

/// The form in which an address or a number is counted.
pub(super) fn counted(app: &App, visitor: &Visitor, contact: &str) -> String {
    hashed(app, visitor, "contact", &mailbox(contact))
}

fn hashed(app: &App, visitor: &Visitor, what: &str, text: &str) -> String {
    hex::encode(app.master.derive(format!("booking {what} {} {text}", visitor.clinic.id).as_bytes()))
}

/// Refuses a hold beyond the network's limit, and makes room for it in the clinic. The caller serializes visitors.
///
/// # Errors
/// [`Error::TooMany`] if the network has reached its limit.
pub(super) async fn check_hold(tx: &ClinicTx, network: &str, now: DateTime<Utc>) -> Result<()> {
    let own = Entity::live(now).filter(Column::Network.eq(network));
    within(tx, own, HELD_BY_A_NETWORK, now, until_released).await?;
    let recent = Entity::find().filter(Column::Network.eq(network)).filter(Column::CreatedAt.gt(now - HOUR));
    within(tx, recent, HOLDS_OF_A_NETWORK, now, |row| row.created_at + HOUR).await?;
    make_room(tx, now).await
}

/// Releases the oldest hold if the clinic has reached its limit. Otherwise seven networks with three holds each would block the
/// page for everybody. Holds without a code go first, because a visitor with a code is about to type it. A booked hold is not
/// live any more.
async fn make_room(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    if Entity::live(now).count(tx).await? < HELD_IN_A_CLINIC {
        return Ok(());
    }
    let has_code = Expr::col(Column::CodeAt).is_not_null();
    let given_up = Entity::live(now).order_by_asc(has_code).order_by_asc(Column::CreatedAt).order_by_asc(Column::Id);
    if let Some(row) = given_up.one(tx).await? {
        let mut row = row.into_active_model();
        row.released_at = Set(Some(now));
        row.update(tx).await?;
    }
    Ok(())
}

/// Who asks for a code, and where it goes.
#[derive(Clone, Copy)]
pub(super) struct CodeRequest<'a> {
    pub network: &'a str,
    /// The contact, in the form that is counted.
    pub mailbox: &'a str,
}

/// Refuses another code. A code stays counted for its recipient, whatever the hold does next.
///
/// # Errors
/// [`Error::TooMany`] if the contact, the network or the clinic has reached its limit within an hour.
pub(super) async fn check_code(tx: &ClinicTx, asked: CodeRequest<'_>, now: DateTime<Utc>) -> Result<()> {
    use booking_code::{Column, Entity};
    let recent = || Entity::find().filter(Column::SentAt.gt(now - HOUR));
    for (rows, most) in [
        (recent().filter(Column::Mailbox.eq(asked.mailbox)), CODES_TO_A_CONTACT),
        (recent().filter(Column::Network.eq(asked.network)), CODES_OF_A_NETWORK),
        (recent(), CODES_OF_A_CLINIC),
    ] {
        if rows.clone().count(tx).await? >= most {
            let first = rows.order_by_asc(Column::SentAt).one(tx).await?;
            return Err(too_many(first.map_or(HOUR, |row| row.sent_at + HOUR - now)));
        }
    }
    Ok(())
}

/// Counts a code that is about to be sent.
pub(super) async fn count_code(tx: &ClinicTx, asked: CodeRequest<'_>, now: DateTime<Utc>) -> Result<()> {
    let row = booking_code::ActiveModel {
        network: Set(asked.network.to_owned()),
        mailbox: Set(asked.mailbox.to_owned()),
        sent_at: Set(now),
        ..Default::default()
    };
    row.insert(tx).await?;
    Ok(())
}

fn until_released(row: &Model) -> DateTime<Utc> {
    row.expires_at
}

/// Refuses one more row above a limit.
///
/// # Errors
/// [`Error::TooMany`] if there are already `most` rows, until the first of them no longer counts.
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
