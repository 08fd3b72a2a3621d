use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{PatientNoteId, PatientNoteVersionId},
};

/// A former version of a note or an alert.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "patient_note_version")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PatientNoteVersionId,
    pub note_id: PatientNoteId,
    pub version: i32,
    pub body: String,
    pub pinned: bool,
    /// The author of this version, by the name at that moment.
    pub written_by: String,
    pub written_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
