//! The webhook for texts: the provider reports whether one was delivered, and that a number has unsubscribed. Its signature over
//! the address and the fields is the credential (twilio.com/docs/usage/security).

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{message, text_stop},
    words::{MessageChannel, MessageReason, MessageStatus},
};
use hmac::{Hmac, Mac};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter,
    sea_query::{Expr, OnConflict},
};
use sha1::Sha1;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::texts::Texter;
use crate::foundation::{
    config::texts::TextKeys,
    crypto::mac,
    error::{Error, Result},
    jobs::Run,
    state::App,
    tenancy::{ClinicTx, Done, Visitor, enter_for_audited_job, enter_for_job, open_clinics},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(receive_text_report))
}

const PATH: &str = "/api/messages/texts/webhook";

/// The words by which a number wants no texts any more, and those by which it does again.
const STOP: [&str; 6] = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"];
const START: [&str; 3] = ["START", "YES", "UNSTOP"];

/// Where the provider reports about a clinic's texts.
pub fn address(app: &App, subdomain: &str) -> String {
    format!("{}{PATH}", app.base_url.origin_of(subdomain))
}

/// Notes that a number wants no texts.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn stop(run: &Run<'_>, number: &str) -> Result<()> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    stop_in(&entered.tx, number, run.now).await?;
    entered.commit().await
}

async fn stop_in(tx: &ClinicTx, number: &str, now: DateTime<Utc>) -> Result<()> {
    let row = text_stop::ActiveModel { number: Set(number.to_owned()), stopped_at: Set(now) };
    let there = OnConflict::column(text_stop::Column::Number).do_nothing().to_owned();
    text_stop::Entity::insert(row).on_conflict(there).exec_without_returning(tx).await?;
    Ok(())
}

/// Receives what the provider of texts reports. The signature over the fields is the credential.
#[utoipa::path(post, path = "/api/messages/texts/webhook", tag = "messages",
    request_body(content = String, content_type = "application/x-www-form-urlencoded"), responses((status = NO_CONTENT)))]
async fn receive_text_report(
    visitor: Visitor,
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Done<StatusCode>> {
    let fields = read(&body);
    let signature = headers.get("x-twilio-signature").and_then(|value| STANDARD.decode(value.as_bytes()).ok());
    let keys = app.part::<Texter>().keys();
    let signed = address(&app, &visitor.clinic.subdomain);
    // Without a provider there is no key, so no signature is valid.
    let mac = keys.and_then(|keys| keyed(keys.token.reveal(), &signed, &fields));
    let is_valid = mac.zip(signature).is_some_and(|(mac, signature)| mac.verify_slice(&signature).is_ok());
    if !is_valid {
        tracing::warn!(bytes = body.len(), "a report about a text was refused");
        return Err(Error::BadSignature);
    }
    let field = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
    let tx = visitor.enter().await?;
    if let Some((reference, status)) = field("MessageSid").zip(field("MessageStatus")) {
        report(&tx, reference, status).await?;
    } else if let Some((number, keyword)) = field("From").zip(field("Body").and_then(Keyword::parse)) {
        let to = field("To").zip(keys);
        if to.is_none_or(|(to, keys)| is_from(keys, &visitor.clinic.subdomain, to)) {
            keyword.apply(&tx, number, visitor.now).await?;
        }
        if let Some((to, keys)) = to {
            in_others(&app, &visitor, (keys, to), (keyword, number)).await?;
        }
    }
    visitor.done(tx, None, StatusCode::NO_CONTENT).await
}

/// Whether texts of the clinic come from this number. One that no clinic's texts come from any more, but which still reports
/// here, counts as its.
fn is_from(keys: &TextKeys, subdomain: &str, number: &str) -> bool {
    let is_known = keys.from == number || keys.from_by_clinic.values().any(|own| own == number);
    !is_known || keys.from_of(subdomain) == number
}

/// A number wants no texts from those whose number it has answered: the other clinics that text from the same one.
async fn in_others(
    app: &App,
    visitor: &Visitor,
    (keys, to): (&TextKeys, &str),
    (keyword, number): (Keyword, &str),
) -> Result<()> {
    if keys.from != to && !keys.from_by_clinic.values().any(|own| own == to) {
        return Ok(());
    }
    for (clinic, subdomain) in open_clinics(&app.tenants.db).await? {
        if clinic == visitor.clinic.id || keys.from_of(&subdomain) != to {
            continue;
        }
        match enter_for_audited_job(&app.tenants.db, clinic).await {
            Ok(entered) => {
                keyword.apply(&entered.tx, number, visitor.now).await?;
                entered.commit_report(visitor.origin()).await?;
            }
            // Being moved or out of range: the provider itself sends nothing to the number, and says so at the next try.
            Err(error) => tracing::warn!(clinic.id = %clinic, %error, "a keyword about texts did not reach a clinic"),
        }
    }
    Ok(())
}

/// What a number has answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Stop,
    Start,
}

impl Keyword {
    fn parse(words: &str) -> Option<Self> {
        let word = words.trim().to_uppercase();
        match word.as_str() {
            word if STOP.contains(&word) => Some(Self::Stop),
            word if START.contains(&word) => Some(Self::Start),
            _ => None,
        }
    }

    async fn apply(self, tx: &ClinicTx, number: &str, now: DateTime<Utc>) -> Result<()> {
        match self {
            Self::Stop => stop_in(tx, number, now).await,
            Self::Start => {
                text_stop::Entity::delete_by_id(number).exec(tx).await?;
                Ok(())
            }
        }
    }
}

/// Writes down what became of a text. Reports come twice and in any order: only one that was sent changes.
async fn report(tx: &ClinicTx, reference: &str, status: &str) -> Result<()> {
    let (status, reason) = match status {
        "delivered" => (MessageStatus::Delivered, None),
        "undelivered" => (MessageStatus::Bounced, None),
        "failed" => (MessageStatus::Failed, Some(MessageReason::Refused)),
        _ => return Ok(()),
    };
    message::Entity::update_many()
        .col_expr(message::Column::Status, Expr::val(status.as_str()))
        .col_expr(message::Column::Reason, Expr::val(reason.map(MessageReason::as_str)))
        .filter(message::Column::ProviderRef.eq(reference))
        .filter(message::Column::Channel.eq(MessageChannel::Text))
        .filter(message::Column::Status.eq(MessageStatus::Sent))
        .exec(tx)
        .await?;
    Ok(())
}

/// HMAC-SHA1 of the address and of every field with its value, in the order of the fields' names.
fn keyed(token: &str, address: &str, fields: &[(String, String)]) -> Option<Hmac<Sha1>> {
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort();
    let parts = sorted.into_iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
    mac(token.as_bytes(), std::iter::once(address).chain(parts))
}

/// The signature that the provider would send.
#[cfg(test)]
pub(super) fn sign(token: &str, address: &str, fields: &[(String, String)]) -> String {
    STANDARD.encode(keyed(token, address, fields).unwrap().finalize().into_bytes())
}

/// The fields of a form.
fn read(body: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(body);
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    let each = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(name), decoded(value))
    });
    each.collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        let escaped = after.get(..2).and_then(|two| hex::decode(two).ok()).filter(|_| *byte == b'%');
        if let Some(one) = escaped {
            bytes.extend(one);
            rest = &after[2..];
        } else {
            bytes.push(if *byte == b'+' { b' ' } else { *byte });
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
