//! The changes of a patient's fields: who, when, from what and to what.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        patient,
        patient_change::{Column, Entity, Model},
    },
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Order};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{error::Result, permission::PatientUpdate};
use http_api::{
    Json, Page, Path, Query,
    page::{MAX_LIMIT, PageRows, fetch_page, key, next_link, octets},
    state::App,
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_patient_changes))
}

/// A change of one field of a patient.
#[derive(Debug, Serialize, ToSchema)]
struct PatientFieldChange {
    id: i64,
    /// The field's name in the call that changes it.
    field: String,
    from: Option<String>,
    to: Option<String>,
    /// The member's name at that time.
    by: String,
    at: DateTime<Utc>,
}

impl From<Model> for PatientFieldChange {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            field: row.field,
            from: row.from_value,
            to: row.to_value,
            by: row.member_name,
            at: row.changed_at,
        }
    }
}

/// Lists the changes of a patient's fields, the newest first; a page has at most 1 MB.
#[utoipa::path(get, path = "/api/patients/{id}/changes", tag = "patients", params(("id" = i64, Path), Page),
    responses((status = OK, body = Vec<PatientFieldChange>)))]
async fn list_patient_changes(
    ctx: Ctx<PatientUpdate>,
    Path(id): Path<PatientId>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<PatientFieldChange>>)>> {
    super::existing(&ctx.tx, id).await?;
    let limit = page.limit_or(MAX_LIMIT);
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let mut changes = Entity::find().filter(theirs);
    if let Some(after) = page.after {
        changes = changes.filter(Column::Id.lt(after));
    }
    let texts = [Column::FromValue, Column::ToValue, Column::MemberName].map(octets);
    let newest = [key(Column::Id, Order::Desc)];
    let fitting: PageRows<Model> = fetch_page(&ctx.tx, changes, newest, texts, limit).await?;
    let last = fitting.rows.last().filter(|_| fitting.has_next).map(|row| row.id);
    let headers = next_link(&format!("/api/patients/{id}/changes"), &[("limit", limit.to_string())], last)?;
    let changes = fitting.rows.into_iter().map(Into::into).collect();
    ctx.done(Subject::patient(id), (headers, Json(changes))).await
}
