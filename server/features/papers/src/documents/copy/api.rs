//! The copy for the clinic's staff.

use axum::http::HeaderMap;
use entity::{clinic::consent, ids::ConsentId};
use sea_orm::EntityTrait;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::stored::copy_of;
use crate::documents::api::headers;
use base::{
    error::{Error, Result},
    permission::ConsentRead,
};
use http_api::{Path, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_consent_copy))
}

/// Returns the copy of a signed consent, the same file as the signer downloads.
#[utoipa::path(get, path = "/api/consents/issued/{id}/copy/file", tag = "documents", params(("id" = i64, Path)),
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn open_consent_copy(ctx: Ctx<ConsentRead>, Path(id): Path<ConsentId>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let row = consent::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let copy = copy_of(&ctx.tx, id).await?.ok_or(Error::NotFound)?;
    let headers = headers("application/pdf", &format!("inline; filename=\"consent-{id}-signed.pdf\""))?;
    ctx.done(Subject::patient(row.patient_id).and(id), (headers, copy.file)).await
}
