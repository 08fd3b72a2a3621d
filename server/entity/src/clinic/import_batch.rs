use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use super::Signer;
use crate::{
    ids::{ImportBatchId, MemberId},
    words::{DateOrder, ImportChoice, ImportEncoding, ImportField, ImportScope, ImportState},
};

/// An import of clients from a file.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "import_batch")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ImportBatchId,
    pub file_name: String,
    pub file_bytes: i32,
    pub state: ImportState,
    /// Why the file cannot be read, or the import stopped.
    pub problem: Option<String>,
    pub encoding: Option<ImportEncoding>,
    /// Whether the first row names the columns.
    pub has_header: Option<bool>,
    pub columns: ImportColumns,
    pub date_order: Option<DateOrder>,
    pub rows: i32,
    /// How many rows of the present state are done: read, checked, brought in.
    pub done_rows: i32,
    pub with_problems: i32,
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
    /// Who last started bringing in its rows, or undid it.
    pub run_by: Option<Signer>,
    pub imported_at: Option<DateTime<Utc>>,
    /// Whether it was stopped while it brought in rows.
    pub is_cancelled: bool,
    pub undone_at: Option<DateTime<Utc>>,
    /// When the file's rows are deleted at the latest; null when there are none left.
    pub staged_until: Option<DateTime<Utc>>,
    /// Counts what people change.
    pub version: i32,
}

/// The columns of the file, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportColumns(pub Vec<ImportColumn>);

/// A column, and the field that its cells are brought into; none for a column that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportColumn {
    pub name: String,
    pub field: Option<ImportField>,
}

impl ActiveModelBehavior for ActiveModel {}
