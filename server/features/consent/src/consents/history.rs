//! The history of a consent: its events. For a consent that was issued before events were stored, the history comes from
//! the consent's rows and the audit.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{Signer, audit, consent, consent_decline, consent_event, consent_signature, message},
    words::{ActorKind, ConsentEventKind, MessageChannel, Outcome},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, extension::postgres::PgExpr},
};
use serde::Serialize;
use utoipa::ToSchema;

use base::error::Result;
use tenancy::ClinicTx;

/// How many of the newest events are read.
const MAX_ROWS: u64 = 200;

use ConsentEventKind::{
    Declined, Downloaded, Expired, Issued, Opened, ReadToEnd, Reminded, Replaced, Resent, Revoked, Sent, Signed,
};

/// An event, with its person and time.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConsentEvent {
    pub kind: ConsentEventKind,
    pub at: DateTime<Utc>,
    /// The name at that moment. Null for the holder of the link, for consents from before names were stored, and for
    /// a reminder that the clinic's settings sent.
    pub by: Option<String>,
    /// The channel by which a link was sent.
    pub channel: Option<MessageChannel>,
    /// The masked address to which a link was sent.
    pub address: Option<String>,
    /// The IP address of the link's holder. Null for an event by the staff or the server.
    pub ip: Option<String>,
    /// Such as `Safari on an iPhone`.
    pub device: Option<String>,
}

impl ConsentEvent {
    const fn new(kind: ConsentEventKind, at: DateTime<Utc>, by: Option<String>) -> Self {
        Self { kind, at, by, channel: None, address: None, ip: None, device: None }
    }

    fn from_model(row: consent_event::Model) -> Self {
        let is_by_link = row.member_id.is_none();
        Self {
            kind: row.kind,
            at: row.at,
            by: row.name,
            channel: row.channel,
            address: row.address,
            ip: row.ip.filter(|_| is_by_link),
            device: row.user_agent.filter(|_| is_by_link).map(|agent| auth::device_in_words(&agent)),
        }
    }
}

const AUDITED_ACTIONS: [&str; 5] =
    ["portal.consent.open", "consent.resend", "consent.remind", "consent.revoke", "consent.reissue"];

/// The events, oldest first.
pub async fn events(
    tx: &ClinicTx,
    row: &consent::Model,
    signature: Option<&consent_signature::Model>,
    decline: Option<&consent_decline::Model>,
) -> Result<Vec<ConsentEvent>> {
    use consent_event::{Column, Entity};
    let of_consent = || Entity::find().filter(Column::ConsentId.eq(row.id));
    let is_complete = of_consent().filter(Column::Kind.eq(Issued)).one(tx).await?.is_some();
    let mut stored = of_consent().order_by_desc(Column::Id).limit(MAX_ROWS).all(tx).await?;
    stored.reverse();
    if is_complete {
        return Ok(stored.into_iter().map(ConsentEvent::from_model).collect());
    }
    let mut events = before_events(tx, row, signature, decline).await?;
    // Only the kinds that no other record holds. The audit has the other kinds as well.
    let alone = |event: &consent_event::Model| matches!(event.kind, Sent | ReadToEnd | Downloaded | Expired);
    events.extend(stored.into_iter().filter(alone).map(ConsentEvent::from_model));
    events.sort_by_key(|event| event.at);
    Ok(events)
}

/// The history of a consent that was issued before events were stored.
async fn before_events(
    tx: &ClinicTx,
    row: &consent::Model,
    signature: Option<&consent_signature::Model>,
    decline: Option<&consent_decline::Model>,
) -> Result<Vec<ConsentEvent>> {
    let mut entries = audit::Entity::find()
        .filter(Expr::col(audit::Column::PatientIds).contains(vec![i64::from(row.patient_id)]))
        .filter(Expr::col(audit::Column::ObjectIds).contains(vec![i64::from(row.id)]))
        .filter(audit::Column::Action.is_in(AUDITED_ACTIONS))
        .filter(audit::Column::Outcome.eq(Outcome::Done))
        .order_by_desc(audit::Column::Id)
        .limit(MAX_ROWS)
        .all(tx)
        .await?;
    entries.reverse();
    let issued = ConsentEvent::new(Issued, row.issued_at, row.issuer.as_ref().map(|by| by.name.clone()));
    let mut events = vec![issued];
    events.extend(entries.iter().filter_map(|entry| from_audit(row, entry)));
    events.extend(signature.map(|signature| {
        let name = signature.signer.as_ref().map(Signer::name_and_relation);
        ConsentEvent::new(Signed, signature.signed_at, name)
    }));
    events.extend(decline.map(|decline| ConsentEvent::new(Declined, decline.declined_at, None)));
    let is_end = |event: &ConsentEvent| matches!(event.kind, Revoked | Replaced | Declined);
    // The audit does not hold every revocation, for example not those of the sample data.
    if let Some(at) = row.revoked_at.filter(|_| !events.iter().any(is_end)) {
        events.push(ConsentEvent::new(Revoked, at, None));
    }
    let reminded: Vec<Option<DateTime<Utc>>> = message::Entity::find()
        .filter(message::Column::ConsentId.eq(row.id))
        .filter(message::Column::SentAt.is_not_null())
        .select_only()
        .column(message::Column::SentAt)
        .into_tuple()
        .all(tx)
        .await?;
    events.extend(reminded.into_iter().flatten().map(|at| ConsentEvent::new(Reminded, at, None)));
    Ok(events)
}

fn from_audit(row: &consent::Model, entry: &audit::Model) -> Option<ConsentEvent> {
    let is_former = entry.object_ids.first() != Some(&row.id.into());
    // A repeated withdrawal changed nothing, so it is not an event.
    let has_revoked = row.revoked_at.is_some_and(|at| at == entry.at);
    let kind = match entry.action.as_str() {
        "portal.consent.open" => Opened,
        "consent.resend" => Resent,
        "consent.remind" => Reminded,
        "consent.revoke" if has_revoked => Revoked,
        "consent.reissue" if is_former && has_revoked => Replaced,
        _ => return None,
    };
    let by = entry.actor_name.clone().filter(|_| entry.actor != ActorKind::Patient);
    Some(ConsentEvent::new(kind, entry.at, by))
}
