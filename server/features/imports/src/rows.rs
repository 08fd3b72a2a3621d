//! The rows of a file: for the preview, with problems and possible patients, and as a file to correct.

use std::collections::HashMap;

use axum::http::HeaderMap;
use chrono::NaiveDate;
use chrono_tz::Tz;
use entity::{
    clinic::{
        import_batch,
        import_row::{self, Column, Entity, ImportProblems, Model},
        patient,
    },
    ids::{ImportBatchId, PatientId},
    words::{DateOrder, ImportField},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::{DateReading, readings},
    require_on,
};
use base::{
    error::{Error, Result},
    permission::PatientImport,
};
use http_api::{
    Json, Page, Path, Query,
    page::{MAX_LIMIT, next_link},
    state::App,
    table::{self, Start, optional},
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_import_rows)).routes(routes!(export_import_rows))
}

/// A filter for rows.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RowKind {
    #[default]
    All,
    Problems,
    /// Without a problem, and with a notice to check.
    Notices,
    /// The person is very likely a patient.
    VeryLikely,
    /// The person may be a patient.
    Possible,
    /// The person is in an earlier row.
    InFile,
}

impl RowKind {
    fn select(self, id: ImportBatchId) -> Select<Entity> {
        let rows = Entity::find().filter(Column::BatchId.eq(id));
        match self {
            Self::All => rows,
            Self::Problems => rows.filter(Column::Problems.is_not_null()),
            Self::Notices => rows.filter(Column::Problems.is_null()).filter(Column::Notices.is_not_null()),
            Self::VeryLikely => rows.filter(Column::IsVeryLikely.eq(true)),
            Self::Possible => rows.filter(Column::IsVeryLikely.eq(false)),
            Self::InFile => rows.filter(Column::SameAs.is_not_null()).filter(Column::SuspectId.is_null()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Problems => "problems",
            Self::Notices => "notices",
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
    /// The row's number in the file, as a spreadsheet shows it.
    number: i32,
    cells: Vec<String>,
    problems: Vec<RowProblem>,
    /// Values that were read by a rule that may be wrong.
    notices: Vec<RowProblem>,
    /// The possible days of an ambiguous birth date, if the file does not decide.
    date_readings: Vec<DateReading>,
    /// A person's answer for the ambiguous date.
    date_order: Option<DateOrder>,
    /// A patient who may be the person of the row.
    suspect: Option<RowSuspect>,
    /// An earlier row with possibly the same person.
    same_as: Option<i32>,
}

/// A problem in a row.
#[derive(Debug, Serialize, ToSchema)]
struct RowProblem {
    /// Null if it concerns the whole row.
    column: Option<String>,
    sentence: String,
}

/// A patient who may be the person of a row.
#[derive(Debug, Serialize, ToSchema)]
struct RowSuspect {
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    birth_date: Option<NaiveDate>,
    is_very_likely: bool,
    /// What the person and the patient share.
    reason: String,
}

fn to_problems(found: Option<&ImportProblems>) -> Vec<RowProblem> {
    let ImportProblems(problems) = found.cloned().unwrap_or_default();
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

/// The possible days of the row's birth date, if a person has to answer.
fn asked_dates(batch: &import_batch::Model, row: &Model, today: NaiveDate) -> Vec<DateReading> {
    let born = batch.columns.0.iter().position(|column| column.field == Some(ImportField::BirthDate));
    let cell = born.filter(|_| batch.date_order.is_none()).and_then(|place| row.cells.get(place));
    let days = cell.map_or_else(Vec::new, |cell| readings(cell, today));
    if days.len() > 1 { days } else { Vec::new() }
}

fn to_wire(
    row: Model,
    patients: &HashMap<PatientId, patient::Model>,
    batch: &import_batch::Model,
    today: NaiveDate,
) -> ImportRow {
    let suspect = row.suspect_id.and_then(|id| patients.get(&id)).map(|patient| RowSuspect {
        patient_id: patient.id,
        first_name: patient.first_name.clone(),
        last_name: patient.last_name.clone(),
        birth_date: patient.birth_date,
        is_very_likely: row.is_very_likely.unwrap_or(false),
        reason: row.reason.clone().unwrap_or_default(),
    });
    ImportRow {
        number: row.number,
        problems: to_problems(row.problems.as_ref()),
        notices: to_problems(row.notices.as_ref()),
        date_readings: asked_dates(batch, &row, today),
        date_order: row.date_order,
        cells: row.cells,
        suspect,
        same_as: row.same_as,
    }
}

/// Lists the remaining rows of a file, in the file's order.
#[utoipa::path(get, path = "/api/imports/{id}/rows", tag = "imports", params(("id" = i64, Path), Params, Page),
    responses((status = OK, body = Vec<ImportRow>)))]
async fn list_import_rows(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
    Query(params): Query<Params>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<ImportRow>>)>> {
    require_on(&ctx.tx).await?;
    let batch = import_batch::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let today = ctx.today();
    let limit = page.limit_or(50);
    let rows = following(&ctx.tx, params.kind.select(id), page.after, limit).await?;
    let query = [("kind", params.kind.name().to_owned()), ("limit", limit.to_string())];
    let last = rows.last().filter(|_| rows.len() as u64 == limit).map(|row| i64::from(row.number));
    let headers = next_link(&format!("/api/imports/{id}/rows"), &query, last)?;
    let patients = suspects(&ctx.tx, &rows).await?;
    let subject = Subject::patients(patients.keys().copied()).and(id);
    let rows = rows.into_iter().map(|row| to_wire(row, &patients, &batch, today)).collect();
    ctx.done(subject, (headers, Json(rows))).await
}

async fn following(tx: &ClinicTx, rows: Select<Entity>, after: Option<i64>, limit: u64) -> Result<Vec<Model>> {
    let after = i32::try_from(after.unwrap_or(0)).unwrap_or(i32::MAX);
    let rows = rows.filter(Column::Number.gt(after)).order_by_asc(Column::Number).limit(limit);
    Ok(rows.all(tx).await?)
}

/// Why a row was left out, or will be.
fn reason(row: &import_row::Model) -> String {
    let problems = to_problems(row.problems.as_ref()).into_iter().map(|problem| match problem.column {
        Some(column) => format!("{column}: {}", problem.sentence),
        None => problem.sentence,
    });
    let problems: Vec<_> = problems.collect();
    match (row.suspect_id, &row.reason, row.same_as) {
        _ if !problems.is_empty() => problems.join(" "),
        (Some(id), Some(reason), _) => format!("May be client {id}: {reason}."),
        (_, _, Some(earlier)) => format!("May be the same person as in row {earlier}."),
        _ => String::new(),
    }
}

/// A column of the file to correct. The headings after the first two are those of the clinic's own file.
type FileColumn = (String, Box<dyn Fn(&Model, Tz) -> String + Send + Sync>);

/// The remaining rows as a CSV file with their problems, to correct and import again. A part has 20,000 rows.
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
    let mut columns: Vec<FileColumn> = vec![
        ("Row".to_owned(), Box::new(|row, _| row.number.to_string())),
        ("Why".to_owned(), Box::new(|row, _| reason(row))),
    ];
    for (place, column) in batch.columns.0.into_iter().enumerate() {
        columns.push((column.name, Box::new(move |row, _| optional(row.cells.get(place)))));
    }
    let page = |after| following(&ctx.tx, params.kind.select(id), after, MAX_LIMIT);
    let mut seen = Vec::new();
    let part = table::part(&columns, ctx.clinic.time_zone, start, page, |row| {
        seen.extend(row.suspect_id);
        row.number.into()
    });
    let part = part.await?;
    let query = [("kind", params.kind.name().to_owned())];
    let (headers, text) = part.answer(&ctx, "import-rows", &format!("/api/imports/{id}/rows/export"), &query)?;
    ctx.done(Subject::patients(seen).and(id), (headers, text)).await
}
