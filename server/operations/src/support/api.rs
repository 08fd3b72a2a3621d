//! The clinic's view of support grants, and how the clinic ends one.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::clinic::support_access::{Column, Entity, Model};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{AuditRead, ClinicSettingsWrite},
};
use http_api::{Json, Path, state::App};
use tenancy::{Ctx, Done, Subject};

/// The maximum number shown. The activity log has all of them.
const SHOWN: u64 = 50;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_support_access)).routes(routes!(end_support_access))
}

/// A support grant: read access for one of the service's people.
#[derive(Debug, Serialize, ToSchema)]
struct SupportAccess {
    id: i64,
    /// The support person.
    operator: String,
    reason: String,
    granted_at: DateTime<Utc>,
    /// The expiry, unless somebody ends the access earlier.
    ends_at: DateTime<Utc>,
    /// When the link was opened. Null if it was not opened.
    opened_at: Option<DateTime<Utc>>,
    /// When somebody ended it.
    ended_at: Option<DateTime<Utc>>,
    /// Whether the access is in force now.
    holds: bool,
}

impl SupportAccess {
    fn from_model(row: Model, now: DateTime<Utc>) -> Self {
        let still_opens = row.opened_at.is_some() || row.open_until > now;
        Self {
            holds: row.ended_at.is_none() && row.ends_at > now && still_opens,
            id: row.id,
            operator: row.operator,
            reason: row.reason,
            granted_at: row.granted_at,
            ends_at: row.ends_at,
            opened_at: row.opened_at,
            ended_at: row.ended_at,
        }
    }
}

/// Lists the support grants of the clinic, newest first.
#[utoipa::path(get, path = "/api/clinic/support-access", tag = "clinic", responses((status = OK, body = Vec<SupportAccess>)))]
async fn list_support_access(ctx: Ctx<AuditRead>) -> Result<Done<Json<Vec<SupportAccess>>>> {
    let rows =
        Entity::find().order_by_desc(Column::GrantedAt).order_by_desc(Column::Id).limit(SHOWN).all(&ctx.tx).await?;
    let now = ctx.now;
    ctx.done(Subject::nobody(), Json(rows.into_iter().map(|row| SupportAccess::from_model(row, now)).collect())).await
}

/// Ends a support grant at once. A repetition changes nothing.
#[utoipa::path(delete, path = "/api/clinic/support-access/{id}", tag = "clinic", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn end_support_access(ctx: Ctx<ClinicSettingsWrite>, Path(id): Path<i64>) -> Result<Done<StatusCode>> {
    let row = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if row.ended_at.is_none() {
        let mut row = row.into_active_model();
        row.ended_at = Set(Some(ctx.now));
        row.update(&ctx.tx).await?;
    }
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}
