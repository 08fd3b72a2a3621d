use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{
    Relation,
    ids::{ImportBatchId, PatientId},
    words::ImportKept,
};

/// A patient whom an import has added, or whose empty fields it has filled.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_patient")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub batch_id: ImportBatchId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub patient_id: PatientId,
    /// The filled fields. Null for a patient whom the import added.
    pub filled: Option<FilledFields>,
    /// The patient's version after the import. A different version now means that somebody has changed the patient since.
    pub patient_version: i32,
    /// Why the undo kept the patient.
    pub kept: Option<ImportKept>,
}

/// Names of a patient's fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct FilledFields(pub Vec<String>);

impl ActiveModelBehavior for ActiveModel {}
