//! The copies of an estimate's signed versions, for the staff who may see its signatures.

use axum::http::HeaderMap;
use entity::{
    clinic::{
        estimate,
        signed_copy::{Column, Entity},
    },
    ids::EstimateId,
    words::SignedKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::signed::{copies_of, versions_of};
use crate::documents::api::headers;
use base::{
    error::{Error, Result},
    permission::EstimateCopyRead,
};
use http_api::{Json, Path, state::App};
use money::estimates;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_estimate_copies)).routes(routes!(open_estimate_copy))
}

/// A copy of a signed version.
#[derive(Debug, Serialize, ToSchema)]
struct EstimateCopy {
    /// The number of the version.
    version: i32,
    /// The hash of the file, in hexadecimal digits.
    sha256: String,
}

/// Lists the copies of an estimate's signed versions, newest first.
#[utoipa::path(get, path = "/api/gfe-estimate/{id}/copies", tag = "documents", params(("id" = i64, Path)), responses((status = OK, body = Vec<EstimateCopy>)))]
async fn list_estimate_copies(
    ctx: Ctx<EstimateCopyRead>,
    Path(id): Path<EstimateId>,
) -> Result<Done<Json<Vec<EstimateCopy>>>> {
    let patient = estimates::patient_of(&ctx.tx, id).await?;
    let versions = versions_of(&ctx.tx, id).await?;
    let copies: Vec<(EstimateId, Vec<u8>)> = Entity::find()
        .select_only()
        .columns([Column::EstimateId, Column::Sha256])
        .filter(Column::EstimateId.is_in(versions.iter().map(|(row, _)| *row)))
        .order_by_desc(Column::EstimateId)
        .into_tuple()
        .all(&ctx.tx)
        .await?;
    let number = |copied| versions.iter().find(|(row, _)| *row == copied).map(|(_, number)| *number);
    let copies = copies
        .into_iter()
        .filter_map(|(row, sha256)| Some(EstimateCopy { version: number(row)?, sha256: hex::encode(sha256) }))
        .collect();
    ctx.done(Subject::patient(patient).and(id), Json(copies)).await
}

/// Returns the copy of one version.
#[utoipa::path(get, path = "/api/gfe-estimate/{id}/copies/{version}/file", tag = "documents", params(("id" = i64, Path), ("version" = i32, Path)),
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn open_estimate_copy(
    ctx: Ctx<EstimateCopyRead>,
    Path((id, version)): Path<(EstimateId, i32)>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let patient = estimates::patient_of(&ctx.tx, id).await?;
    let row = estimate::Entity::versions(id).filter(estimate::Column::Version.eq(version)).one(&ctx.tx).await?;
    let row = row.ok_or(Error::NotFound)?;
    let copy = copies_of(SignedKind::Estimate, row.id.into()).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let name = format!("inline; filename=\"estimate-{id}-version-{version}-signed.pdf\"");
    let answer = (headers("application/pdf", &name)?, copy.file);
    ctx.done(Subject::patient(patient).and(id), answer).await
}
