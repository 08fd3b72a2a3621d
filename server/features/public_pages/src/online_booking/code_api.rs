//! Sending the code that confirms a visitor's address or number.

use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use entity::{clinic::booking_hold, words::MessageChannel};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

use super::{
    code_job::BookingCode,
    enter::{one_at_a_time, open},
    hold::{locked, require_live},
    limits::{self, CODES_OF_A_HOLD, CodeRequest},
};
use base::{
    error::{Error, Result},
    phone::international,
};
use http_api::{
    Json, Path,
    fields::{Email, Phone},
    state::App,
};
use tenancy::{ClinicTx, Done, Visitor};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(send_booking_code))
}

const VALID_FOR: TimeDelta = TimeDelta::minutes(10);

/// The recipient of the code: one of the two.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CodeWanted {
    email: Option<Email>,
    phone: Option<Phone>,
}

/// A code was queued.
#[derive(Debug, Serialize, ToSchema)]
struct CodeSent {
    channel: MessageChannel,
    code_expires_at: DateTime<Utc>,
    /// When the hold expires.
    expires_at: DateTime<Utc>,
}

/// Sends a code of six digits to an address or a number. The answer does not depend on whose it is. Codes are limited for each
/// contact, network and clinic, so that nobody is flooded with them (429).
#[utoipa::path(post, path = "/api/book/holds/{token}/code", tag = "booking", params(("token" = String, Path)), responses((status = OK, body = CodeSent)))]
async fn send_booking_code(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    Json(wanted): Json<CodeWanted>,
) -> Result<Done<Json<CodeSent>>> {
    let tx = open(&visitor).await?;
    one_at_a_time(&tx).await?;
    let row = locked(&tx, &token).await?;
    require_live(&row, visitor.now)?;
    let (channel, contact) = contact(wanted)?;
    if row.codes >= CODES_OF_A_HOLD {
        return Err(Error::conflict(
            "codes_used_up",
            "No more codes can be sent for this time. Please choose a time again.",
        ));
    }
    let mailbox = limits::counted(&app, &visitor, &contact);
    let asked = CodeRequest { network: &row.network, mailbox: &mailbox };
    limits::check_code(&tx, asked, visitor.now).await?;
    limits::count_code(&tx, asked, visitor.now).await?;
    let row = renew(&tx, &app, row, CodeRecipient { channel, contact, mailbox }, visitor.now).await?;
    let job = BookingCode { hold: row.id, number: row.codes };
    outbox::enqueue(&tx, visitor.clinic.id, visitor.now, &job).await?;
    let code_expires_at = row.code_expires_at.unwrap_or(visitor.now);
    let answer = CodeSent { channel, code_expires_at, expires_at: row.expires_at };
    visitor.done_unaudited(tx, Json(answer)).await
}

/// The channel of a code, and its address or number.
///
/// Fails if neither or both are given, or no text can be sent to the number.
fn contact(wanted: CodeWanted) -> Result<(MessageChannel, String)> {
    match (wanted.email, wanted.phone) {
        (Some(Email(address)), None) => Ok((MessageChannel::Email, address)),
        (None, Some(Phone(number))) => match international(&number) {
            Some(_) => Ok((MessageChannel::Text, number)),
            None => Err(Error::field("phone", "must be a mobile number with its area code")),
        },
        (None, None) => Err(Error::field("email", "is required, or a mobile number")),
        (Some(_), Some(_)) => Err(Error::field("phone", "must be left out where an e-mail address is given")),
    }
}

/// Where a code is sent.
struct CodeRecipient {
    channel: MessageChannel,
    contact: String,
    /// The contact, in the form that is counted.
    mailbox: String,
}

/// Makes another code for the hold; the former one becomes invalid.
async fn renew(
    tx: &ClinicTx,
    app: &App,
    row: booking_hold::Model,
    to: CodeRecipient,
    now: DateTime<Utc>,
) -> Result<booking_hold::Model> {
    let codes = row.codes + 1;
    let mut renewed = row.into_active_model();
    renewed.channel = Set(Some(to.channel));
    renewed.contact = Set(Some(to.contact));
    renewed.mailbox = Set(Some(to.mailbox));
    renewed.code_nonce = Set(Some(Uuid::new_v4()));
    renewed.code_key = Set(Some(app.master.current().number().into()));
    renewed.code_expires_at = Set(Some(now + VALID_FOR));
    renewed.code_tries = Set(0);
    renewed.codes = Set(codes);
    renewed.code_at = Set(Some(now));
    Ok(renewed.update(tx).await?)
}
