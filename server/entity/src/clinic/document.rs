use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{DocumentId, MemberId, PatientId};
use crate::words::{DocumentKind, DocumentProblem};

/// A record that is printed, or the export of a patient's whole record. Kept until it expires.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "document")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: DocumentId,
    pub kind: DocumentKind,
    /// The record's own id; the patient's for a statement, the particulars and an export.
    pub record_id: i64,
    /// Whom it is about; of two merged records the survivor.
    pub patient_id: PatientId,
    /// Who asked for it, and alone receives it.
    pub member_id: MemberId,
    pub requested_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// How many parts of an export are made.
    pub done: i32,
    /// How many parts an export has; none before the first is made.
    pub total: Option<i32>,
    pub finished_at: Option<DateTime<Utc>>,
    pub problem: Option<DocumentProblem>,
    /// Which version of an estimate; none for the newest, and for every other record.
    pub version: Option<i32>,
    /// How many files it has. Of several none is in this row.
    pub files: i32,
    /// The PDF or the ZIP, encrypted.
    pub file: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}
