//! Declining: the patient does not sign, and gives a reason. If signing and declining happen at the same moment, one wins.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{consent, consent_decline, consent_signature},
    words::ConsentEventKind,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::api::PendingConsent;
use ::consent::consents::{CONSENT_LINK_INVALID, NewEvent, audited};
use base::error::{Error, Result};
use http_api::{Json, fields::Note, state::App};
use tenancy::{Done, Portal, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(decline_consent))
}

/// The longest reason: a patient's few sentences.
const LONGEST: usize = 1_000;

/// Why the patient does not sign.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeclineConsent {
    /// At most 1,000 characters.
    reason: Note,
}

/// That a consent was declined.
#[derive(Debug, Serialize, ToSchema)]
struct DeclinedConsent {
    declined_at: DateTime<Utc>,
}

/// Declines a consent for good. The clinic sees the reason and can issue it again.
#[utoipa::path(post, path = "/api/portal/consent/{token}/decline", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = DeclinedConsent)))]
async fn decline_consent(
    mut portal: Portal<PendingConsent>,
    Json(given): Json<DeclineConsent>,
) -> Result<Done<Json<DeclinedConsent>>> {
    let found = portal.found.take().ok_or(CONSENT_LINK_INVALID)?;
    if consent_signature::Entity::find_by_id(found.id).one(&portal.tx).await?.is_some() {
        return Err(Error::conflict("already_signed", "This consent is signed already. Please contact the clinic."));
    }
    if found.expires_at <= portal.now {
        return Err(CONSENT_LINK_INVALID.into());
    }
    if given.reason.0.chars().count() > LONGEST {
        return Err(Error::field("reason", "must be at most 1,000 characters"));
    }
    let declined = consent_decline::ActiveModel {
        consent_id: Set(found.id),
        declined_at: Set(portal.now),
        reason: Set(given.reason.0),
        ip: Set(portal.origin().ip.clone()),
        user_agent: Set(portal.origin().user_agent.clone()),
    };
    declined.insert(&portal.tx).await?;
    // A signer waits for this row's lock. After this update, the link can no longer sign.
    consent::Entity::update_many()
        .col_expr(consent::Column::RevokedAt, Expr::value(portal.now))
        .filter(consent::Column::Id.eq(found.id))
        .exec(&portal.tx)
        .await?;
    let answer = DeclinedConsent { declined_at: portal.now };
    let event = NewEvent::by_link(found.id, ConsentEventKind::Declined, portal.origin());
    let event = event.store_after(&portal.tx, found.newest_event).await?;
    portal.done(audited(Subject::patient(found.patient_id).and(found.id), &event), Json(answer)).await
}
