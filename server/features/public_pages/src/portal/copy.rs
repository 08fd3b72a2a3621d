//! The signer's copy, by the link that was used for signing.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use entity::{
    ids::{ConsentId, PatientId},
    words::ConsentEventKind,
};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use ::consent::consents::CONSENT_LINK_INVALID;
use base::error::{Error, Result};
use consent::consents::{self, NewEvent};
use http_api::{Json, state::App};
use papers::documents::{self, OFFERED};
use tenancy::{Done, Linked, Portal, PreparedQuery, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_copy)).routes(routes!(download_copy))
}

/// A signed consent behind a link.
#[derive(FromQueryResult)]
struct SignedConsentPage {
    id: ConsentId,
    patient_id: PatientId,
    signed_at: DateTime<Utc>,
    /// The size of the copy. `None` before it is made.
    bytes: Option<i32>,
    newest_event: Option<Vec<u8>>,
}

static SIGNED: LazyLock<PreparedQuery> =
    LazyLock::new(|| PreparedQuery::new(consents::sql::signed_by_link(documents::bytes_of)));

impl Linked for SignedConsentPage {
    fn query() -> &'static PreparedQuery {
        &SIGNED
    }

    fn invalid() -> Error {
        CONSENT_LINK_INVALID.into()
    }
}

/// The state of the signer's copy.
#[derive(Debug, Serialize, ToSchema)]
struct PortalCopy {
    is_ready: bool,
    /// Null before it is ready.
    bytes: Option<i32>,
    /// When the link to the copy expires.
    until: DateTime<Utc>,
}

fn offered(portal: &mut Portal<SignedConsentPage>) -> Result<SignedConsentPage> {
    let found = portal.found.take().ok_or(CONSENT_LINK_INVALID)?;
    if found.signed_at + OFFERED <= portal.now {
        return Err(CONSENT_LINK_INVALID.into());
    }
    Ok(found)
}

/// Shows whether the copy of the signed consent is ready. The page polls until it is.
#[utoipa::path(get, path = "/api/portal/consent/{token}/copy", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = PortalCopy)))]
async fn show_copy(mut portal: Portal<SignedConsentPage>) -> Result<Done<Json<PortalCopy>>> {
    let found = offered(&mut portal)?;
    let answer = PortalCopy { is_ready: found.bytes.is_some(), bytes: found.bytes, until: found.signed_at + OFFERED };
    portal.done_unchanged(Json(answer)).await
}

/// The copy of the signed consent: a PDF.
#[utoipa::path(get, path = "/api/portal/consent/{token}/copy/file", tag = "portal", params(("token" = String, Path)),
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn download_copy(mut portal: Portal<SignedConsentPage>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let found = offered(&mut portal)?;
    let copy = documents::copy_of(&portal.tx, found.id).await?.ok_or(CONSENT_LINK_INVALID)?;
    let event = NewEvent::by_link(found.id, ConsentEventKind::Downloaded, portal.origin());
    let event = event.store_after(&portal.tx, found.newest_event).await?;
    let subject = consents::audited(Subject::patient(found.patient_id).and(found.id), &event);
    // The file's name reveals nothing of the content.
    let headers = documents::headers("application/pdf", "attachment; filename=\"signed-form.pdf\"")?;
    portal.done(subject, (headers, copy.file)).await
}
