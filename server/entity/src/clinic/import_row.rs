use std::collections::BTreeMap;

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{
    Relation,
    ids::{ImportBatchId, PatientId},
    words::DateOrder,
};

/// A row of a file. Kept until it is imported.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_row")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub batch_id: ImportBatchId,
    /// The row's number, as in a spreadsheet.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i32,
    pub cells: Vec<String>,
    /// The row's values for a patient. Null until the row is checked.
    pub entries: Option<ImportEntries>,
    pub problems: Option<ImportProblems>,
    /// Values that were read in a way that a person should check.
    pub notices: Option<ImportProblems>,
    /// The order that a person chose for this row's birth date.
    pub date_order: Option<DateOrder>,
    /// A patient who may be the same person.
    pub suspect_id: Option<PatientId>,
    pub is_very_likely: Option<bool>,
    /// What the row and the suspected patient have in common.
    pub reason: Option<String>,
    /// An earlier row that may be about the same person.
    pub same_as: Option<i32>,
}

/// The values, keyed by the names of a patient's fields, and `note`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportEntries(pub BTreeMap<String, String>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportProblems(pub Vec<ImportProblem>);

/// A problem in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProblem {
    /// The column's name. `None` if the problem concerns the whole row.
    pub column: Option<String>,
    pub sentence: String,
}

impl ActiveModelBehavior for ActiveModel {}
