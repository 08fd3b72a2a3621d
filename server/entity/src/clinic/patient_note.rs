use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{ImportBatchId, MemberId, PatientId, PatientNoteId};
use crate::words::NoteKind;

/// A note about a patient, or an alert.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "patient_note")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PatientNoteId,
    pub patient_id: PatientId,
    pub kind: NoteKind,
    pub body: String,
    /// Shown before the other notes.
    pub pinned: bool,
    pub author_id: MemberId,
    /// The author's name at that moment.
    pub author_name: String,
    pub created_at: DateTime<Utc>,
    /// Who changed it last, by name.
    pub changed_by: Option<String>,
    pub changed_at: Option<DateTime<Utc>>,
    pub removed_at: Option<DateTime<Utc>>,
    /// Who removed it, by name.
    pub removed_by: Option<String>,
    pub version: i32,
    /// The import that brought it.
    pub import_batch_id: Option<ImportBatchId>,
}

impl ActiveModelBehavior for ActiveModel {}
