use std::collections::BTreeMap;

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::ids::{ImportBatchId, PatientId};

/// A row of a file, until it is brought in.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_row")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub batch_id: ImportBatchId,
    /// Its number in the file, as a spreadsheet shows it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i32,
    pub cells: Vec<String>,
    /// What it says about a patient; null until it is checked.
    pub entries: Option<ImportEntries>,
    pub problems: Option<ImportProblems>,
    /// A patient who may be the same person.
    pub suspect_id: Option<PatientId>,
    pub is_very_likely: Option<bool>,
    /// What both share.
    pub reason: Option<String>,
    /// An earlier row that may be about the same person.
    pub same_as: Option<i32>,
}

/// The values by the names of a patient's fields, and `note`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportEntries(pub BTreeMap<String, String>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportProblems(pub Vec<ImportProblem>);

/// What is wrong in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportProblem {
    /// The column's name; none where it is about the row as a whole.
    pub column: Option<String>,
    pub sentence: String,
}

impl ActiveModelBehavior for ActiveModel {}
