//! The rows of a file: for the preview, with what is wrong and who may be there already, and as a file to correct.

use std::collections::HashMap;

use axum::http::HeaderMap;
use chrono::NaiveDate;
use entity::{
    clinic::{
        import_batch, import_row,
        import_row::{Column, Entity, ImportProblems, Model},
        patient,
    },
    ids::{ImportBatchId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::require_on;
use crate::foundation::{
    error::{Error, Result},
    http::{
        Json, Page, Path, Query,
        page::{MAX_LIMIT, next_link},
        table::{self, Start},
    },
    permission::PatientImport,
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_import_rows)).routes(routes!(export_import_rows))
}

/// Which rows.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RowKind {
    #[default]
    All,
    Problems,
    /// About somebody who very likely is a patient.
    VeryLikely,
    /// About somebody who may be a patient.
    Possible,
    /// About somebody of an earlier row.
    InFile,
}

impl RowKind {
    fn select(self, id: ImportBatchId) -> Select<Entity> {
        let rows = Entity::find().filter(Column::BatchId.eq(id));
        match self {
            Self::All => rows,
            Self::Problems => rows.filter(Column::Problems.is_not_null()),
            Self::VeryLikely => rows.filter(Column::IsVeryLikely.eq(true)),
            Self::Possible => rows.filter(Column::IsVeryLikely.eq(false)),
            Self::InFile => rows.filter(Column::SameAs.is_not_null()).filter(Column::SuspectId.is_null()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Problems => "problems",
            Self::VeryLikely => "very_likely",
            Self::Possible => "possible",
            Self::InFile => "in_file",
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// Default: all.
    #[serde(default)]
    #[param(inline)]
    kind: RowKind,
}

/// A row of the file.
#[derive(Debug, Serialize, ToSchema)]
struct ImportRow {
    /// Its number in the file, as a spreadsheet shows it.
    number: i32,
    cells: Vec<String>,
    problems: Vec<RowProblem>,
    /// A patient who may be the same person.
    #[schema(required)]
    suspect: Option<RowSuspect>,
    /// An earlier row that may be about the same person.
    #[schema(required)]
    same_as: Option<i32>,
}

/// What is wrong in a row.
#[derive(Debug, Serialize, ToSchema)]
struct RowProblem {
    /// Null where it is about the row as a whole.
    #[schema(required)]
    column: Option<String>,
    sentence: String,
}

/// A patient who may be the person of a row.
#[derive(Debug, Serialize, ToSchema)]
struct RowSuspect {
    #[schema(value_type = i64)]
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    #[schema(required)]
    birth_date: Option<NaiveDate>,
    is_very_likely: bool,
    /// What both share.
    reason: String,
}

fn problems(row: &Model) -> Vec<RowProblem> {
    let ImportProblems(problems) = row.problems.clone().unwrap_or_default();
    problems.into_iter().map(|problem| RowProblem { column: problem.column, sentence: problem.sentence }).collect()
}

async fn suspects(tx: &ClinicTx, rows: &[Model]) -> Result<HashMap<PatientId, patient::Model>> {
    let ids: Vec<_> = rows.iter().filter_map(|row| row.suspect_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let patients = patient::Entity::find().filter(patient::Column::Id.is_in(ids)).all(tx).await?;
    Ok(patients.into_iter().map(|patient| (patient.id, patient)).collect())
}

fn to_wire(row: Model, patients: &HashMap<PatientId, patient::Model>) -> ImportRow {
    let suspect = row.suspect_id.and_then(|id| patients.get(&id)).map(|patient| RowSuspect {
        patient_id: patient.id,
        first_name: patient.first_name.clone(),
        last_name: patient.last_name.clone(),
        birth_date: patient.birth_date,
        is_very_likely: row.is_very_likely.unwrap_or(false),
        reason: row.reason.clone().unwrap_or_default(),
    });
    ImportRow { number: row.number, problems: problems(&row), cells: row.cells, suspect, same_as: row.same_as }
}

/// Lists the rows of a file that are still there, in its order.
#[utoipa::path(get, path = "/api/imports/{id}/rows", tag = "imports", params(("id" = i64, Path), Params, Page),
    responses((status = OK, body = Vec<ImportRow>)))]
async fn list_import_rows(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
    Query(params): Query<Params>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<ImportRow>>)>> {
    require_on(&ctx.tx).await?;
    import_batch::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let limit = page.limit_or(50);
    let rows = following(&ctx.tx, params.kind.select(id), page.after, limit).await?;
    let query = [("kind", params.kind.name().to_owned()), ("limit", limit.to_string())];
    let last = rows.last().filter(|_| rows.len() as u64 == limit).map(|row| i64::from(row.number));
    let headers = next_link(&format!("/api/imports/{id}/rows"), &query, last)?;
    let patients = suspects(&ctx.tx, &rows).await?;
    let subject = Subject::patients(patients.keys().copied()).and(id);
    let rows = rows.into_iter().map(|row| to_wire(row, &patients)).collect();
    ctx.done(subject, (headers, Json(rows))).await
}

async fn following(tx: &ClinicTx, rows: Select<Entity>, after: Option<i64>, limit: u64) -> Result<Vec<Model>> {
    let after = i32::try_from(after.unwrap_or(0)).unwrap_or(i32::MAX);
    let rows = rows.filter(Column::Number.gt(after)).order_by_asc(Column::Number).limit(limit);
    Ok(rows.all(tx).await?)
}

/// Why a row was not, or will not be, brought in.
fn reason(row: &import_row::Model) -> String {
    let problems = problems(row).into_iter().map(|problem| match problem.column {
        Some(column) => format!("{column}: {}", problem.sentence),
        None => problem.sentence,
    });
    let problems: Vec<_> = problems.collect();
    match (row.suspect_id, &row.reason, row.same_as) {
        _ if !problems.is_empty() => problems.join(" "),
        (Some(id), Some(reason), _) => format!("May be client {id}: {reason}."),
        (_, _, Some(earlier)) => format!("May be the person of row {earlier}."),
        _ => String::new(),
    }
}

/// The rows that are still there as a CSV file, with what is wrong: to correct and import again. A part of 20,000.
#[utoipa::path(get, path = "/api/imports/{id}/rows/export", tag = "imports", params(("id" = i64, Path), Params, Start),
    responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_import_rows(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
    Query(params): Query<Params>,
    Query(start): Query<Start>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    require_on(&ctx.tx).await?;
    let batch = import_batch::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let names: Vec<_> = batch.columns.0.into_iter().map(|column| column.name).collect();
    let headings = ["Row".to_owned(), "Why".to_owned()].into_iter().chain(names.iter().cloned());
    let page = |after| following(&ctx.tx, params.kind.select(id), after, MAX_LIMIT);
    let mut seen = Vec::new();
    let part = table::part(headings, start, page, |row: Model| {
        seen.extend(row.suspect_id);
        let mut cells = vec![row.number.to_string(), reason(&row)];
        cells.extend(row.cells);
        cells.resize(names.len() + 2, String::new());
        (i64::from(row.number), cells)
    });
    let part = part.await?;
    let query = [("kind", params.kind.name().to_owned())];
    let (headers, text) = part.answer(&ctx, "import-rows", &format!("/api/imports/{id}/rows/export"), &query)?;
    ctx.done(Subject::patients(seen).and(id), (headers, text)).await
}
