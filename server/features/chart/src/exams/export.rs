//! The exam templates as a table for other programs, by number.

use axum::http::HeaderMap;
use entity::clinic::exam_template::{self, Entity, Model};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{date_format::iso_date, error::Result, permission::ExamTemplateExport};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_exam_templates))
}

const COLUMNS: &[Column<Model>] = &[
    ("number", |row, _| row.id.to_string()),
    ("name", |row, _| row.name.clone()),
    ("description", |row, _| optional(row.description.as_deref())),
    ("vitals", |row, _| optional(row.vitals_template.as_deref())),
    ("review_of_systems", |row, _| optional(row.ros_template.as_deref())),
    ("physical_exam", |row, _| optional(row.pe_template.as_deref())),
    ("changed", |row, zone| iso_date(row.updated_at, zone)),
];

/// The exam templates as a table for other programs (RFC 4180), in parts of 4 MB: the Link header leads to the next.
#[utoipa::path(get, path = "/api/gfe/templates/export", tag = "exams", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_exam_templates(
    ctx: Ctx<ExamTemplateExport>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let page = |after| page(&ctx.tx, after);
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| row.id.into()).await?;
    let file = part.answer(&ctx, "exam-templates", "/api/gfe/templates/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<Model>> {
    let rows = Entity::active()
        .filter(exam_template::Column::Id.gt(after.unwrap_or(0)))
        .order_by_asc(exam_template::Column::Id)
        .limit(AT_ONCE);
    Ok(rows.all(tx).await?)
}
