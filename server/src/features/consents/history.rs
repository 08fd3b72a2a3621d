//! What has happened to a consent since it was issued, from its own rows and from the audit.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{audit, consent, consent_decline, consent_signature, message},
    words::{ActorKind, Outcome},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, extension::postgres::PgExpr},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::foundation::{error::Result, tenancy::ClinicTx};

/// The newest ones that are read of the audit.
const MAX_ROWS: u64 = 200;

/// Something that has happened to a consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConsentEventKind {
    Issued,
    /// By the link.
    Opened,
    /// A new link was made to hand over.
    Resent,
    /// A new link was mailed.
    Reminded,
    Signed,
    Declined,
    Revoked,
    /// The template's newer text was issued instead.
    Replaced,
}

use ConsentEventKind::{Declined, Issued, Opened, Reminded, Replaced, Resent, Revoked, Signed};

/// An event with who and when.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConsentEvent {
    pub kind: ConsentEventKind,
    pub at: DateTime<Utc>,
    /// The name at that moment; null for the holder of the link, for consents from before names were stored, and for
    /// a reminder that the clinic's settings sent.
    #[schema(required)]
    pub by: Option<String>,
}

const TOLD: [&str; 5] =
    ["portal.consent.open", "consent.resend", "consent.remind", "consent.revoke", "consent.reissue"];

/// The events, oldest first.
///
/// # Errors
/// When the database is out of reach.
pub async fn events(
    tx: &ClinicTx,
    row: &consent::Model,
    signature: Option<&consent_signature::Model>,
    decline: Option<&consent_decline::Model>,
) -> Result<Vec<ConsentEvent>> {
    let mut told = audit::Entity::find()
        .filter(Expr::col(audit::Column::PatientIds).contains(vec![i64::from(row.patient_id)]))
        .filter(Expr::col(audit::Column::ObjectIds).contains(vec![i64::from(row.id)]))
        .filter(audit::Column::Action.is_in(TOLD))
        .filter(audit::Column::Outcome.eq(Outcome::Done))
        .order_by_desc(audit::Column::Id)
        .limit(MAX_ROWS)
        .all(tx)
        .await?;
    told.reverse();
    let issued = ConsentEvent { kind: Issued, at: row.issued_at, by: row.issuer.as_ref().map(|by| by.name.clone()) };
    let mut events = vec![issued];
    events.extend(told.iter().filter_map(|entry| from_audit(row, entry)));
    events.extend(signature.map(|signature| ConsentEvent {
        kind: Signed,
        at: signature.signed_at,
        by: signature.signer.as_ref().map(|signer| signer.name.clone()),
    }));
    events.extend(decline.map(|decline| ConsentEvent { kind: Declined, at: decline.declined_at, by: None }));
    let is_told = |event: &ConsentEvent| matches!(event.kind, Revoked | Replaced | Declined);
    // A consent that was revoked before the audit held it, as in the sample data.
    if let Some(at) = row.revoked_at.filter(|_| !events.iter().any(is_told)) {
        events.push(ConsentEvent { kind: Revoked, at, by: None });
    }
    let reminded: Vec<Option<DateTime<Utc>>> = message::Entity::find()
        .filter(message::Column::ConsentId.eq(row.id))
        .filter(message::Column::SentAt.is_not_null())
        .select_only()
        .column(message::Column::SentAt)
        .into_tuple()
        .all(tx)
        .await?;
    events.extend(reminded.into_iter().flatten().map(|at| ConsentEvent { kind: Reminded, at, by: None }));
    events.sort_by_key(|event| event.at);
    Ok(events)
}

fn from_audit(row: &consent::Model, entry: &audit::Model) -> Option<ConsentEvent> {
    let is_former = entry.object_ids.first() != Some(&row.id.into());
    // Withdrawing it again has changed nothing.
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
    Some(ConsentEvent { kind, at: entry.at, by })
}
