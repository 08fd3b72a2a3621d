//! The exam templates as a table for other programs, by number.

use axum::http::HeaderMap;
use chrono_tz::Tz;
use entity::clinic::exam_template::{Column, Entity, Model};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::Result,
    http::{
        Query,
        table::{self, AT_ONCE, Start},
    },
    permission::ExamTemplateExport,
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_exam_templates))
}

const HEADINGS: [&str; 7] =
    ["number", "name", "description", "vitals", "review_of_systems", "physical_exam", "changed"];

/// The exam templates as a table for other programs (RFC 4180), in parts of 4 MB: the Link header leads to the next.
#[utoipa::path(get, path = "/api/gfe/templates/export", tag = "exams", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_exam_templates(
    ctx: Ctx<ExamTemplateExport>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let zone = ctx.clinic.time_zone;
    let part =
        table::part(HEADINGS, start, |after| page(&ctx.tx, after), |row| (row.id.into(), cells(row, zone))).await?;
    let file = part.answer(&ctx, "exam-templates", "/api/gfe/templates/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<Model>> {
    let rows = Entity::active().filter(Column::Id.gt(after.unwrap_or(0))).order_by_asc(Column::Id).limit(AT_ONCE);
    Ok(rows.all(tx).await?)
}

fn cells(row: Model, zone: Tz) -> [String; 7] {
    [
        i64::from(row.id).to_string(),
        row.name,
        row.description.unwrap_or_default(),
        row.vitals_template.unwrap_or_default(),
        row.ros_template.unwrap_or_default(),
        row.pe_template.unwrap_or_default(),
        row.updated_at.with_timezone(&zone).date_naive().to_string(),
    ]
}
