//! The team as a table for other programs, by number.

use axum::http::HeaderMap;
use entity::clinic::member::{Column, Entity, Model};
use sea_orm::{ActiveEnum, ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::Result,
    http::{
        Query,
        table::{self, AT_ONCE, Start},
    },
    permission::ListExport,
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_team))
}

const HEADINGS: [&str; 16] = [
    "number",
    "last_name",
    "first_name",
    "email",
    "phone",
    "role",
    "department",
    "status",
    "hire_date",
    "credential",
    "license_number",
    "license_state",
    "license_expires_on",
    "npi",
    "specialties",
    "notes",
];

/// The team as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/team/export", tag = "team", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_team(ctx: Ctx<ListExport>, Query(start): Query<Start>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let page = |after| page(&ctx.tx, after);
    let part = table::part(HEADINGS, start, page, |row| (row.id.into(), cells(row))).await?;
    let file = part.answer(&ctx, "team", "/api/team/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<Model>> {
    let rows = Entity::listed().filter(Column::Id.gt(after.unwrap_or(0))).order_by_asc(Column::Id).limit(AT_ONCE);
    Ok(rows.all(tx).await?)
}

fn cells(row: Model) -> [String; 16] {
    [
        row.id.to_string(),
        row.last_name,
        row.first_name,
        row.email,
        row.phone.unwrap_or_default(),
        row.role.to_value(),
        row.department.to_value(),
        row.status.to_value(),
        row.hire_date.to_string(),
        row.credential.map(|credential| credential.to_value()).unwrap_or_default(),
        row.license_number.unwrap_or_default(),
        row.license_state.map(|state| state.to_value()).unwrap_or_default(),
        row.license_expires_on.map(|day| day.to_string()).unwrap_or_default(),
        row.npi.unwrap_or_default(),
        row.specialties.unwrap_or_default(),
        row.notes.unwrap_or_default(),
    ]
}
