//! The webhook for texts: the provider reports whether a text was delivered, and that a number has unsubscribed. Its signature
//! over the address and the fields is the credential (twilio.com/docs/usage/security).

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{message, text_stop},
    words::{MessageChannel, MessageReason, MessageStatus, TextStopReason},
};
use hmac::{Hmac, Mac};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
    sea_query::OnConflict,
};
use sha1::Sha1;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{inbound, keywords::Keyword, shared_texts, texts::Texter};
use base::error::Result;
use config::texts::TextKeys;
use crypto::mac;
use http_api::{BAD_SIGNATURE, state::App};
use outbox::Run;
use tenancy::{ClinicTx, Done, Visitor, enter_for_audited_job, enter_for_job, open_clinics};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(receive_text_report))
}

const PATH: &str = "/api/messages/texts/webhook";

/// The address at which the provider reports about a clinic's texts.
pub fn address(app: &App, subdomain: &str) -> String {
    format!("{}{PATH}", app.base_url.origin_of(subdomain))
}

/// Records that a number wants no texts.
pub(super) async fn stop(run: &Run<'_>, number: &str) -> Result<()> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    stop_in(&entered.tx, number, None, run.now).await?;
    entered.commit().await
}

/// `None` as the reason means that the person wants no texts. This replaces the reason that texts cannot arrive.
async fn stop_in(tx: &ClinicTx, number: &str, reason: Option<TextStopReason>, now: DateTime<Utc>) -> Result<()> {
    if reason.is_none() {
        text_stop::Entity::delete_by_id(number).exec(tx).await?;
    }
    let row = text_stop::ActiveModel { number: Set(number.to_owned()), stopped_at: Set(now), reason: Set(reason) };
    let there = OnConflict::column(text_stop::Column::Number).do_nothing().to_owned();
    text_stop::Entity::insert(row).on_conflict(there).exec_without_returning(tx).await?;
    Ok(())
}

/// Receives the reports of the provider of texts. The signature over the fields is the credential.
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
        return Err(BAD_SIGNATURE.into());
    }
    let field = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
    let tx = visitor.enter().await?;
    if let Some((reference, status)) = field("MessageSid").zip(field("MessageStatus")) {
        report(&tx, reference, status, field("ErrorCode"), visitor.now).await?;
    } else if let Some((number, body)) = field("From").zip(field("Body")) {
        let keyword = Keyword::parse(body);
        let to = field("To").zip(keys);
        let is_ours = to.is_none_or(|(to, keys)| shared_texts::is_from(keys, &visitor.clinic.subdomain, to));
        let was_stopped = text_stop::Entity::find_by_id(number).one(&tx).await?.is_some();
        if let Some(keyword) = keyword.filter(|_| is_ours) {
            apply(keyword, &tx, number, visitor.now).await?;
        }
        if let Some(((to, keys), keyword)) = to.zip(keyword) {
            in_others(&app, &visitor, keys, to, keyword, number).await?;
        }
        // A text that only stops or starts texts needs no answer. "Yes" from a number that was not stopped is an answer to a
        // person.
        let is_settled = match keyword {
            Some(Keyword::Stop) => true,
            Some(Keyword::Start) => was_stopped,
            Some(Keyword::StopAndMore) | None => false,
        };
        if let Some(reference) = field("MessageSid").filter(|_| !is_settled) {
            let pictures = field("NumMedia").and_then(|count| count.parse().ok()).unwrap_or(0);
            let text = inbound::Text { reference, number, body, pictures };
            let may_be_anothers = to.filter(|(to, keys)| !is_ours || is_shared(keys, to)).map(|(to, _)| to);
            shared_texts::keep(&tx, visitor.clinic.id, &text, may_be_anothers, visitor.now).await?;
        }
    }
    visitor.done(tx, None, StatusCode::NO_CONTENT).await
}

/// Whether texts of several clinics may come from this number.
fn is_shared(keys: &TextKeys, number: &str) -> bool {
    keys.from == number || keys.from_by_clinic.values().filter(|own| *own == number).count() > 1
}

/// Applies a keyword to the other clinics that text from the number it was sent to.
async fn in_others(
    app: &App,
    visitor: &Visitor,
    keys: &TextKeys,
    to: &str,
    keyword: Keyword,
    number: &str,
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
                apply(keyword, &entered.tx, number, visitor.now).await?;
                entered.commit_report(visitor.origin()).await?;
            }
            // The clinic is being moved or is unreachable. The provider itself sends nothing to the number, and says so at the
            // next try.
            Err(error) => tracing::warn!(clinic.id = %clinic, %error, "a keyword about texts did not reach a clinic"),
        }
    }
    Ok(())
}

async fn apply(keyword: Keyword, tx: &ClinicTx, number: &str, now: DateTime<Utc>) -> Result<()> {
    match keyword {
        Keyword::Stop | Keyword::StopAndMore => stop_in(tx, number, None, now).await,
        Keyword::Start => {
            text_stop::Entity::delete_by_id(number).exec(tx).await?;
            Ok(())
        }
    }
}

/// What a provider's code says about the number (twilio.com/docs/api/errors).
enum NumberState {
    Stopped,
    TakesNone(TextStopReason),
}

impl NumberState {
    /// `None` for codes that may change next time, such as a phone that is switched off (30003) or a filter (30007).
    fn parse(code: &str) -> Option<Self> {
        match code {
            "21610" => Some(Self::Stopped),
            "30006" | "21614" => Some(Self::TakesNone(TextStopReason::Landline)),
            "30005" => Some(Self::TakesNone(TextStopReason::Unknown)),
            _ => None,
        }
    }
}

/// Stores the outcome of a text, and what it says about the number. Reports come twice and in any order, so only a row with status
/// `Sent` changes.
async fn report(tx: &ClinicTx, reference: &str, status: &str, code: Option<&str>, now: DateTime<Utc>) -> Result<()> {
    let state = code.and_then(NumberState::parse);
    let (status, reason) = match (status, &state) {
        ("delivered", _) => (MessageStatus::Delivered, None),
        ("undelivered" | "failed", Some(NumberState::Stopped)) => {
            (MessageStatus::Bounced, Some(MessageReason::Stopped))
        }
        ("undelivered" | "failed", Some(_)) => (MessageStatus::Bounced, Some(MessageReason::NoNumber)),
        ("undelivered", None) => (MessageStatus::Bounced, None),
        ("failed", None) => (MessageStatus::Failed, Some(MessageReason::Refused)),
        _ => return Ok(()),
    };
    let sent = message::Entity::find()
        .filter(message::Column::ProviderRef.eq(reference))
        .filter(message::Column::Channel.eq(MessageChannel::Text))
        .filter(message::Column::Status.eq(MessageStatus::Sent))
        .lock_exclusive();
    let Some(row) = sent.one(tx).await? else { return Ok(()) };
    let number = row.sent_to.clone();
    let mut row = row.into_active_model();
    row.status = Set(status);
    row.reason = Set(reason);
    row.update(tx).await?;
    match (state, number) {
        (Some(NumberState::Stopped), Some(number)) => stop_in(tx, &number, None, now).await,
        (Some(NumberState::TakesNone(reason)), Some(number)) => stop_in(tx, &number, Some(reason), now).await,
        _ => Ok(()),
    }
}

/// HMAC-SHA1 of the address and of every field with its value, in the order of the fields' names.
fn keyed(token: &str, address: &str, fields: &[(String, String)]) -> Option<Hmac<Sha1>> {
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort();
    let parts = sorted.into_iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
    mac(token.as_bytes(), std::iter::once(address).chain(parts))
}

/// The signature that the provider would send. For tests.
#[expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests; a key of any length makes a code")]
pub fn sign(token: &str, address: &str, fields: &[(String, String)]) -> String {
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
