use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{DocumentId, MemberId, PatientId},
    words::{DocumentKind, DocumentProblem},
};

/// A record that is printed, or the export of a patient's whole record. Kept until it expires.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "document")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: DocumentId,
    pub kind: DocumentKind,
    /// The id of the record. For a statement, the particulars and an export: the patient's id.
    pub record_id: i64,
    /// The patient whom the document is about. For merged records: the survivor.
    pub patient_id: PatientId,
    /// The member who requested the document. Only this member receives it.
    pub member_id: MemberId,
    pub requested_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// How many parts of an export are made.
    pub done: i32,
    /// The number of parts of an export. `None` before the first part is made.
    pub total: Option<i32>,
    pub finished_at: Option<DateTime<Utc>>,
    pub problem: Option<DocumentProblem>,
    /// The version of an estimate. `None` for the newest version and for every other record.
    pub version: Option<i32>,
    /// The number of files. If there are several, none of them is in this row.
    pub files: i32,
    /// The PDF or the ZIP, encrypted.
    pub file: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}
