//! Rooms and devices.

use axum::http::StatusCode;
use entity::{
    clinic::resource::{ActiveModel, Entity, Model},
    ids::ResourceId,
    words::ResourceKind,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, OnConstraint, Result},
    permission::ScheduleManage,
};
use http_api::{IfMatch, Json, Path, fields::Name, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(add_resource)).routes(routes!(change_resource))
}

/// A room or a device.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Resource {
    id: ResourceId,
    name: String,
    kind: ResourceKind,
    /// Whether it can be booked.
    is_active: bool,
    /// For `If-Match`.
    version: i32,
}

impl From<Model> for Resource {
    fn from(row: Model) -> Self {
        Self { id: row.id, name: row.name, kind: row.kind, is_active: row.is_active, version: row.version }
    }
}

/// A room or a device to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewResource {
    name: Name,
    kind: ResourceKind,
    /// Default: true.
    is_active: Option<bool>,
}

/// The changes to a room or a device: a field that is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResourceChange {
    name: Option<Name>,
    kind: Option<ResourceKind>,
    is_active: Option<bool>,
}

/// The room or the device, even if it is inactive.
pub async fn resource(tx: &ClinicTx, id: Option<ResourceId>) -> Result<Option<Model>> {
    let Some(id) = id else { return Ok(None) };
    Ok(Entity::find_by_id(id).one(tx).await?)
}

/// A room or a device to book.
pub async fn bookable(tx: &ClinicTx, id: ResourceId) -> Result<Model> {
    let found = resource(tx, Some(id)).await?.filter(|resource| resource.is_active);
    found.ok_or_else(|| Error::field("resource_id", "must be one of the clinic's rooms and devices in use"))
}

fn name_taken() -> Error {
    Error::field("name", "is the name of another room or device")
}

/// Adds a room or a device.
#[utoipa::path(post, path = "/api/schedule/resources", tag = "schedule", responses((status = CREATED, body = Resource)))]
async fn add_resource(
    ctx: Ctx<ScheduleManage>,
    Json(new): Json<NewResource>,
) -> Result<Done<(StatusCode, Json<Resource>)>> {
    let row = ActiveModel {
        name: Set(new.name.0),
        kind: Set(new.kind),
        is_active: Set(new.is_active.unwrap_or(true)),
        version: Set(1),
        created_at: Set(ctx.now),
        updated_at: Set(ctx.now),
        updated_by: Set(ctx.member.id),
        updated_by_name: Set(ctx.member.full_name()),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await.on_constraint("resource_active_name", name_taken)?;
    ctx.done(Subject::object(row.id), (StatusCode::CREATED, Json(row.into()))).await
}

/// Changes a room or a device. With `If-Match` it changes only that version. An inactive resource keeps its bookings, and cannot
/// be booked again.
#[utoipa::path(patch, path = "/api/schedule/resources/{id}", tag = "schedule", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = Resource)))]
async fn change_resource(
    ctx: Ctx<ScheduleManage>,
    Path(id): Path<ResourceId>,
    if_match: IfMatch,
    Json(change): Json<ResourceChange>,
) -> Result<Done<Json<Resource>>> {
    let before = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if_match.require(before.version)?;
    let version = before.version + 1;
    let mut row = before.into_active_model();
    if let Some(Name(name)) = change.name {
        row.name = Set(name);
    }
    if let Some(kind) = change.kind {
        row.kind = Set(kind);
    }
    if let Some(is_active) = change.is_active {
        row.is_active = Set(is_active);
    }
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(ctx.member.id);
    row.updated_by_name = Set(ctx.member.full_name());
    let row = row.update(&ctx.tx).await.on_constraint("resource_active_name", name_taken)?;
    ctx.done(Subject::object(id), Json(row.into())).await
}
