//! The team as a table for other programs, by number.

use axum::http::HeaderMap;
use entity::clinic::member::{self, Entity, Model};
use sea_orm::{ActiveEnum, ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{error::Result, permission::ListExport};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_team))
}

const COLUMNS: &[Column<Model>] = &[
    ("number", |row, _| row.id.to_string()),
    ("last_name", |row, _| row.last_name.clone()),
    ("first_name", |row, _| row.first_name.clone()),
    ("email", |row, _| row.email.clone()),
    ("phone", |row, _| optional(row.phone.as_deref())),
    ("role", |row, _| row.role.to_value()),
    ("department", |row, _| row.department.to_value()),
    ("status", |row, _| row.status.to_value()),
    ("hire_date", |row, _| row.hire_date.to_string()),
    ("credential", |row, _| optional(row.credential.map(|credential| credential.to_value()))),
    ("license_number", |row, _| optional(row.license_number.as_deref())),
    ("license_state", |row, _| optional(row.license_state.map(|state| state.to_value()))),
    ("license_expires_on", |row, _| optional(row.license_expires_on)),
    ("npi", |row, _| optional(row.npi.as_deref())),
    ("specialties", |row, _| optional(row.specialties.as_deref())),
    ("notes", |row, _| optional(row.notes.as_deref())),
];

/// The team as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/team/export", tag = "team", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_team(ctx: Ctx<ListExport>, Query(start): Query<Start>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let page = |after| page(&ctx.tx, after);
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| row.id.into()).await?;
    let file = part.answer(&ctx, "team", "/api/team/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<Model>> {
    let rows = Entity::listed()
        .filter(member::Column::Id.gt(after.unwrap_or(0)))
        .order_by_asc(member::Column::Id)
        .limit(AT_ONCE);
    Ok(rows.all(tx).await?)
}
