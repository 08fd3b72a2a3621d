//! An import as the calls show it, and the list of imports.

use chrono::{DateTime, Utc};
use entity::{
    clinic::import_batch::{Column, Entity, ImportColumn as StoredColumn, Model},
    ids::ImportBatchId,
    words::{DateOrder, ImportChoice, ImportEncoding, ImportField, ImportScope, ImportState},
};
use sea_orm::{EntityTrait, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{UNDONE_WITHIN, require_on};
use crate::foundation::{
    error::{Error, Result},
    http::{Json, Path},
    permission::PatientImport,
    state::App,
    tenancy::{Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_imports)).routes(routes!(show_import))
}

/// The most imports that are listed: the newest.
const MAX_ROWS: u64 = 100;

/// An import of clients from a file.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClientImport {
    #[schema(value_type = i64)]
    id: ImportBatchId,
    file_name: String,
    /// The size of the file.
    file_bytes: i32,
    state: ImportState,
    /// Why the file cannot be read or the import stopped, in a sentence.
    #[schema(required)]
    problem: Option<String>,
    #[schema(required)]
    encoding: Option<ImportEncoding>,
    /// Whether the first row names the columns.
    #[schema(required)]
    has_header: Option<bool>,
    columns: Vec<ImportColumn>,
    #[schema(required)]
    date_order: Option<DateOrder>,
    rows: i32,
    /// How many rows are done in the present state.
    done_rows: i32,
    with_problems: i32,
    /// Rows without a problem about somebody who very likely is a patient.
    very_likely: i32,
    /// Rows without a problem about somebody who may be a patient.
    possible: i32,
    /// Rows without a problem about somebody of an earlier row and no patient.
    in_file: i32,
    #[schema(required)]
    scope: Option<ImportScope>,
    #[schema(required)]
    on_very_likely: Option<ImportChoice>,
    #[schema(required)]
    on_possible: Option<ImportChoice>,
    #[schema(required)]
    on_in_file: Option<ImportChoice>,
    added: i32,
    filled: i32,
    skipped: i32,
    /// Patients whom undoing has removed, and records that it has emptied again.
    removed: i32,
    /// Patients whom undoing has kept.
    kept: i32,
    /// Who began it, by name.
    created_by: String,
    created_at: DateTime<Utc>,
    #[schema(required)]
    imported_at: Option<DateTime<Utc>>,
    /// Whether it was stopped while it brought in rows.
    is_cancelled: bool,
    #[schema(required)]
    undone_at: Option<DateTime<Utc>>,
    #[schema(required)]
    undo_until: Option<DateTime<Utc>>,
    may_undo: bool,
    /// Until when the rows that were not brought in can be downloaded; null when they are deleted.
    #[schema(required)]
    staged_until: Option<DateTime<Utc>>,
    /// For `If-Match`.
    version: i32,
}

/// A column of the file, and the field that its cells go into; null for a column that is left out.
#[derive(Debug, Serialize, ToSchema)]
struct ImportColumn {
    name: String,
    #[schema(required)]
    field: Option<ImportField>,
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
            columns: row.columns.0.into_iter().map(ImportColumn::from_model).collect(),
            date_order: row.date_order,
            rows: row.rows,
            done_rows: row.done_rows,
            with_problems: row.with_problems,
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

/// Shows an import: how far it is, and its counts. No row of the file.
#[utoipa::path(get, path = "/api/imports/{id}", tag = "imports", params(("id" = i64, Path)), responses((status = OK, body = ClientImport)))]
async fn show_import(ctx: Ctx<PatientImport>, Path(id): Path<ImportBatchId>) -> Result<Done<Json<ClientImport>>> {
    require_on(&ctx.tx).await?;
    let row = Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let import = ClientImport::from_model(row, ctx.now);
    ctx.done(Subject::object(id), Json(import)).await
}
