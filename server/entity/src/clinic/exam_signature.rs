use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{ExamId, MemberId};
use crate::words::{Credential, ExamMode, UsState};

/// A prescriber's signature on an exam, with the license of that moment. Inserted once, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "exam_signature")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub exam_id: ExamId,
    pub signer_id: MemberId,
    pub credential: Credential,
    pub license_number: String,
    pub license_state: UsState,
    /// The last day on which the license is valid.
    pub license_expires_on: Date,
    pub mode: ExamMode,
    /// Where the patient was.
    pub patient_state: UsState,
    pub signature: Vec<u8>,
    pub signature_sha256: Vec<u8>,
    pub signed_at: DateTime<Utc>,
    /// The signer at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the signed content: the exam's digest and those of the decisions included.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
