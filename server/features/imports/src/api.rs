//! An import on the wire, and the list of imports.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::import_batch::{
        Column, DateFinding, DateFindingKind, Entity, ImportColumn as StoredColumn, ImportSheet as StoredSheet, Model,
    },
    ids::ImportBatchId,
    words::{DateOrder, ImportChoice, ImportEncoding, ImportField, ImportScope, ImportState},
};
use sea_orm::{EntityTrait, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{UNDONE_WITHIN, require_on};
use base::{
    error::{Error, Result},
    permission::PatientImport,
    written_date::written,
};
use http_api::{Json, Path, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_imports)).routes(routes!(show_import))
}

/// The most imports that are listed: the newest.
const MAX_ROWS: u64 = 100;

/// An import of clients from a file.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClientImport {
    id: ImportBatchId,
    file_name: String,
    /// The size of the file.
    file_bytes: i32,
    state: ImportState,
    /// A sentence that says why the file cannot be read or why the import stopped.
    problem: Option<String>,
    encoding: Option<ImportEncoding>,
    /// Whether the first row names the columns.
    has_header: Option<bool>,
    /// The row with the columns' names, as a spreadsheet numbers it.
    header_row: Option<i32>,
    /// The sheet of a workbook that was read.
    sheet: Option<String>,
    /// The sheets of a workbook.
    sheets: Vec<ImportSheet>,
    columns: Vec<ImportColumn>,
    /// The order of all dates; null if a person has to choose it, or has to answer for each ambiguous date.
    date_order: Option<DateOrder>,
    /// What the dates reveal about their order.
    dates: Option<ImportDates>,
    rows: i32,
    /// How many rows the present state has finished.
    done_rows: i32,
    with_problems: i32,
    /// Rows without a problem that have a notice.
    with_notices: i32,
    /// Rows without a problem whose person is very likely a patient.
    very_likely: i32,
    /// Rows without a problem whose person may be a patient.
    possible: i32,
    /// Rows without a problem whose person is in an earlier row and no patient.
    in_file: i32,
    scope: Option<ImportScope>,
    on_very_likely: Option<ImportChoice>,
    on_possible: Option<ImportChoice>,
    on_in_file: Option<ImportChoice>,
    added: i32,
    filled: i32,
    skipped: i32,
    /// Patients that undoing has removed, and records whose filled fields it has emptied.
    removed: i32,
    /// Patients that undoing has kept.
    kept: i32,
    /// The name of the member who began it.
    created_by: String,
    created_at: DateTime<Utc>,
    imported_at: Option<DateTime<Utc>>,
    /// Whether it was stopped while rows were added.
    is_cancelled: bool,
    undone_at: Option<DateTime<Utc>>,
    undo_until: Option<DateTime<Utc>>,
    may_undo: bool,
    /// Until when the rows that were left out can be downloaded; null when they are deleted.
    staged_until: Option<DateTime<Utc>>,
    /// For `If-Match`.
    version: i32,
}

/// A column of the file, and the field that its cells go into; null for a column that is left out.
#[derive(Debug, Serialize, ToSchema)]
struct ImportColumn {
    name: String,
    field: Option<ImportField>,
}

/// A sheet of a workbook.
#[derive(Debug, Serialize, ToSchema)]
struct ImportSheet {
    name: String,
    is_hidden: bool,
}

/// Whether a column of dates has a single order of day, month and year.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DatesKind {
    /// No date is ambiguous.
    Clear,
    /// The dates allow only one order.
    Proven,
    /// All dates fit several orders.
    Open,
    /// The dates contradict each other, or are written in several ways.
    Mixed,
}

/// What the dates of a file reveal about their order.
#[derive(Debug, Serialize, ToSchema)]
struct ImportDates {
    kind: DatesKind,
    /// The orders that every numeric date allows.
    orders: Vec<DateOrder>,
    /// An ambiguous date, as written in the file.
    example: Option<String>,
    /// The meaning of the example in each order.
    readings: Vec<DateReading>,
    /// Dates that allow only one order.
    proofs: Vec<String>,
}

/// The day that a date means in an order.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DateReading {
    date_order: DateOrder,
    date: NaiveDate,
}

/// The days that a date may mean. An unambiguous date has at most one.
pub(super) fn readings(text: &str, today: NaiveDate) -> Vec<DateReading> {
    let readings = written(text, today).readings().into_iter();
    readings.map(|(date_order, date)| DateReading { date_order, date }).collect()
}

impl ImportDates {
    fn from_model(finding: DateFinding, today: NaiveDate) -> Self {
        let kind = match finding.kind {
            DateFindingKind::Clear => DatesKind::Clear,
            DateFindingKind::Proven => DatesKind::Proven,
            DateFindingKind::Open => DatesKind::Open,
            DateFindingKind::Mixed => DatesKind::Mixed,
        };
        let readings = finding.example.as_deref().map_or_else(Vec::new, |text| readings(text, today));
        Self { kind, orders: finding.orders, example: finding.example, readings, proofs: finding.proofs }
    }
}

impl ClientImport {
    pub(super) fn from_model(row: Model, now: DateTime<Utc>) -> Self {
        let undo_until = row.imported_at.map(|at| at + UNDONE_WITHIN);
        Self {
            id: row.id,
            file_name: row.file_name,
            file_bytes: row.file_bytes,
            state: row.state,
            problem: row.problem,
            encoding: row.encoding,
            has_header: row.has_header,
            header_row: row.header_row,
            sheet: row.sheet,
            sheets: row.sheets.unwrap_or_default().0.into_iter().map(ImportSheet::from_model).collect(),
            columns: row.columns.0.into_iter().map(ImportColumn::from_model).collect(),
            date_order: row.date_order,
            dates: row.dates.map(|finding| ImportDates::from_model(finding, now.date_naive())),
            rows: row.rows,
            done_rows: row.done_rows,
            with_problems: row.with_problems,
            with_notices: row.with_notices,
            very_likely: row.very_likely,
            possible: row.possible,
            in_file: row.in_file,
            scope: row.scope,
            on_very_likely: row.on_very_likely,
            on_possible: row.on_possible,
            on_in_file: row.on_in_file,
            added: row.added,
            filled: row.filled,
            skipped: row.skipped,
            removed: row.removed,
            kept: row.kept,
            created_by: row.member_name,
            created_at: row.created_at,
            imported_at: row.imported_at,
            is_cancelled: row.is_cancelled,
            undone_at: row.undone_at,
            undo_until,
            may_undo: row.state == ImportState::Imported && undo_until.is_some_and(|until| now <= until),
            staged_until: row.staged_until,
            version: row.version,
        }
    }
}

impl ImportSheet {
    fn from_model(sheet: StoredSheet) -> Self {
        Self { name: sheet.name, is_hidden: sheet.is_hidden }
    }
}

impl ImportColumn {
    fn from_model(column: StoredColumn) -> Self {
        Self { name: column.name, field: column.field }
    }
}

/// Lists the imports, the newest first.
#[utoipa::path(get, path = "/api/imports", tag = "imports", responses((status = OK, body = Vec<ClientImport>)))]
async fn list_imports(ctx: Ctx<PatientImport>) -> Result<Done<Json<Vec<ClientImport>>>> {
    require_on(&ctx.tx).await?;
    let rows = Entity::find().order_by_desc(Column::Id).limit(MAX_ROWS).all(&ctx.tx).await?;
    let imports = rows.into_iter().map(|row| ClientImport::from_model(row, ctx.now)).collect();
    ctx.done(Subject::nobody(), Json(imports)).await
}

/// Shows an import: its progress and its counts, without rows of the file.
#[utoipa::path(get, path = "/api/imports/{id}", tag = "imports", params(("id" = i64, Path)), responses((status = OK, body = ClientImport)))]
async fn show_import(ctx: Ctx<PatientImport>, Path(id): Path<ImportBatchId>) -> Result<Done<Json<ClientImport>>> {
    require_on(&ctx.tx).await?;
    let row = Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let import = ClientImport::from_model(row, ctx.now);
    ctx.done(Subject::object(id), Json(import)).await
}
