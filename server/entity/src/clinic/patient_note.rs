use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ImportBatchId, MemberId, PatientId, PatientNoteId},
    words::NoteKind,
};

/// A note about a patient, or an alert.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "patient_note")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PatientNoteId,
    pub patient_id: PatientId,
    pub kind: NoteKind,
    pub body: String,
    /// Whether the note is shown before the others.
    pub pinned: bool,
    pub author_id: MemberId,
    /// The author's name at that moment.
    pub author_name: String,
    pub created_at: DateTime<Utc>,
    /// The name of the member who changed the note last.
    pub changed_by: Option<String>,
    pub changed_at: Option<DateTime<Utc>>,
    pub removed_at: Option<DateTime<Utc>>,
    /// The name of the member who removed the note.
    pub removed_by: Option<String>,
    pub version: i32,
    /// The import that added the note.
    pub import_batch_id: Option<ImportBatchId>,
}

impl ActiveModelBehavior for ActiveModel {}
