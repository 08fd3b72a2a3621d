//! The changes of a subscription's status.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{subscription, subscription_status_history},
    ids::SubscriptionId,
    words::StatusSource,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::billing::SubscriptionStatus;
use base::{
    error::{Error, Result},
    permission::SubscriptionRead,
};
use http_api::{Json, Path, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_subscription_history))
}

/// A change of a subscription's status.
#[derive(Debug, Serialize, ToSchema)]
struct StatusChange {
    id: i64,
    /// Null: this is the first status.
    from_status: Option<SubscriptionStatus>,
    to_status: SubscriptionStatus,
    source: StatusSource,
    changed_at: DateTime<Utc>,
}

impl StatusChange {
    fn from_model(row: &subscription_status_history::Model) -> Self {
        Self {
            id: row.id,
            from_status: row.from_status,
            to_status: row.to_status,
            source: row.source,
            changed_at: row.changed_at,
        }
    }
}

/// Lists the changes of a subscription's status, newest first.
#[utoipa::path(get, path = "/api/subscriptions/{id}/history", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = OK, body = Vec<StatusChange>)))]
async fn list_subscription_history(
    ctx: Ctx<SubscriptionRead>,
    Path(id): Path<SubscriptionId>,
) -> Result<Done<Json<Vec<StatusChange>>>> {
    subscription::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let rows = subscription_status_history::Entity::find()
        .filter(subscription_status_history::Column::SubscriptionId.eq(id))
        .order_by_desc(subscription_status_history::Column::Id)
        .limit(1_000)
        .all(&ctx.tx)
        .await?;
    let list = rows.iter().map(StatusChange::from_model).collect();
    ctx.done(Subject::object(id), Json(list)).await
}
