use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use super::Signer;
use crate::{
    Relation,
    ids::{ImportBatchId, MemberId},
    words::{DateOrder, ImportChoice, ImportEncoding, ImportField, ImportScope, ImportState},
};

/// An import of clients from a file.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "import_batch")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ImportBatchId,
    pub file_name: String,
    pub file_bytes: i32,
    pub state: ImportState,
    /// Why the file cannot be read, or why the import stopped.
    pub problem: Option<String>,
    pub encoding: Option<ImportEncoding>,
    /// Whether the first row names the columns.
    pub has_header: Option<bool>,
    /// The row with the column names, numbered as in a spreadsheet. Chosen by a person or found.
    pub header_row: Option<i32>,
    /// The sheet of a workbook. Chosen by a person or found.
    pub sheet: Option<String>,
    pub sheets: Option<ImportSheets>,
    pub columns: ImportColumns,
    /// The order of all dates. `None` if each ambiguous date is asked about.
    pub date_order: Option<DateOrder>,
    /// What the dates say about their order.
    pub dates: Option<DateFinding>,
    pub rows: i32,
    /// How many rows are done in the present state: read, checked or imported.
    pub done_rows: i32,
    pub with_problems: i32,
    /// How many rows a person should look at.
    pub with_notices: i32,
    pub very_likely: i32,
    pub possible: i32,
    pub in_file: i32,
    pub scope: Option<ImportScope>,
    pub on_very_likely: Option<ImportChoice>,
    pub on_possible: Option<ImportChoice>,
    pub on_in_file: Option<ImportChoice>,
    pub added: i32,
    pub filled: i32,
    pub skipped: i32,
    pub removed: i32,
    pub kept: i32,
    pub member_id: MemberId,
    /// The member's name at that moment.
    pub member_name: String,
    pub created_at: DateTime<Utc>,
    /// The member who last started the import of the rows, or undid it.
    pub run_by: Option<Signer>,
    pub imported_at: Option<DateTime<Utc>>,
    /// Whether the import was stopped while it added rows.
    pub is_cancelled: bool,
    pub undone_at: Option<DateTime<Utc>>,
    /// The latest time at which the file's rows are deleted. Null if none are left.
    pub staged_until: Option<DateTime<Utc>>,
    /// Counts the changes that people make.
    pub version: i32,
}

/// The columns of the file, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportColumns(pub Vec<ImportColumn>);

/// A column, and the field that its cells are imported into. `None` for a column that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportColumn {
    pub name: String,
    pub field: Option<ImportField>,
}

/// The sheets of a workbook, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportSheets(pub Vec<ImportSheet>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSheet {
    pub name: String,
    pub is_hidden: bool,
}

/// What the dates of a column say about the order of day, month and year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct DateFinding {
    pub kind: DateFindingKind,
    /// The orders that every numeric date allows.
    pub orders: Vec<DateOrder>,
    /// An ambiguous date.
    pub example: Option<String>,
    /// Dates that allow only one order.
    pub proofs: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DateFindingKind {
    /// Every date is unambiguous.
    Clear,
    /// The dates allow one order.
    Proven,
    /// All dates fit several orders.
    Open,
    /// The dates contradict each other, or have several formats.
    Mixed,
}

impl ActiveModelBehavior for ActiveModel {}
