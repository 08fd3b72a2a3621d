//! The order of the catalogue; retiring and restoring a service; removing a service that was added by mistake.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::service::{Column, Entity, Model},
    ids::ServiceId,
    words::Module,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
    sea_query::Expr,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    rules,
    wire::{Ids, Service, ServiceOrder},
};
use crate::settings::require_module;
use base::{
    error::{Error, OnConstraint, Result},
    permission::ServiceWrite,
};
use http_api::{IfMatch, Json, Path, state::App};
use tenancy::{Change, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(order_services))
        .routes(routes!(retire_service))
        .routes(routes!(restore_service))
        .routes(routes!(delete_service))
}

/// Puts the catalogue into a new order, and returns it.
#[utoipa::path(put, path = "/api/services/order", tag = "services", responses((status = OK, body = Vec<Service>)))]
async fn order_services(ctx: Ctx<ServiceWrite>, Json(order): Json<ServiceOrder>) -> Result<Done<Json<Vec<Service>>>> {
    require_module(&ctx.tx, Module::Services).await?;
    let rows = Entity::active().lock_exclusive().all(&ctx.tx).await?;
    let current: Vec<_> = rows.iter().map(|row| row.id).collect();
    if order.seen.is_some_and(|Ids(seen)| seen != current) {
        return Err(Error::Stale);
    }
    let Ids(wanted) = order.ids;
    if wanted.len() != current.len() || !wanted.iter().all(|id| current.contains(id)) {
        let sentence = "The catalogue has changed in the meantime. Please look at it again.";
        return Err(Error::conflict("catalogue_changed", sentence));
    }
    for (position, id) in (1_i32..).zip(&wanted) {
        // The rows are locked; services that keep their place are not written.
        Entity::update_many()
            .col_expr(Column::Position, Expr::value(position))
            .filter(Column::Id.eq(*id))
            .filter(Column::Position.ne(position))
            .exec(&ctx.tx)
            .await?;
    }
    let answer = rules::to_wire(&ctx.tx, Entity::active().all(&ctx.tx).await?).await?;
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// Retires a service: it cannot be chosen any more, and existing records still show it.
#[utoipa::path(post, path = "/api/services/{id}/retire", tag = "services", params(("id" = i64, Path), IfMatch), responses((status = OK, body = Service)))]
async fn retire_service(
    ctx: Ctx<ServiceWrite>,
    Path(id): Path<ServiceId>,
    if_match: IfMatch,
) -> Result<Done<Json<Service>>> {
    require_module(&ctx.tx, Module::Services).await?;
    let row = rules::locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    if row.retired_at.is_some() {
        return Err(Error::conflict("retired", "This service is retired already."));
    }
    let now = ctx.now;
    store(ctx, row, Some(now)).await
}

/// Restores a retired service to its place in the catalogue.
#[utoipa::path(post, path = "/api/services/{id}/restore", tag = "services", params(("id" = i64, Path), IfMatch), responses((status = OK, body = Service)))]
async fn restore_service(
    ctx: Ctx<ServiceWrite>,
    Path(id): Path<ServiceId>,
    if_match: IfMatch,
) -> Result<Done<Json<Service>>> {
    require_module(&ctx.tx, Module::Services).await?;
    let row = rules::locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    if row.retired_at.is_none() {
        return Err(Error::conflict("not_retired", "This service is not retired."));
    }
    store(ctx, row, None).await
}

async fn store(
    ctx: Ctx<ServiceWrite>,
    before: Model,
    retired_at: Option<DateTime<Utc>>,
) -> Result<Done<Json<Service>>> {
    let (id, version) = (before.id, before.version + 1);
    let mut row = before.into_active_model();
    row.retired_at = Set(retired_at);
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(Some(ctx.member.id));
    row.updated_by_name = Set(Some(ctx.member.full_name()));
    let row = row.update(&ctx.tx).await.on_constraint("service_active_name", || {
        Error::conflict("name_taken", "Another service has this name now. Rename that one first.")
    })?;
    let (from, to) = if retired_at.is_some() { ("no", "yes") } else { ("yes", "no") };
    let answer = rules::one_to_wire(&ctx.tx, row).await?;
    let subject = Subject::object(id).changed(Change::between("retired", Some(from), Some(to)));
    ctx.done(subject, Json(answer)).await
}

/// Removes a service without any records. Other services are retired.
#[utoipa::path(delete, path = "/api/services/{id}", tag = "services", params(("id" = i64, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn delete_service(
    ctx: Ctx<ServiceWrite>,
    Path(id): Path<ServiceId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    require_module(&ctx.tx, Module::Services).await?;
    let row = rules::locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    if rules::is_in_use(&ctx.tx, &row).await? {
        let sentence = "Something was recorded with this service, so it is kept. Retire it instead.";
        return Err(Error::conflict("service_in_use", sentence));
    }
    Entity::delete_by_id(id).exec(&ctx.tx).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}
