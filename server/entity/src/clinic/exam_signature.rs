use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ExamId, MemberId},
    words::{Credential, ExamMode, UsState},
};

/// A prescriber's signature on an exam, with the license at that moment. Inserted once, never changed.
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
    /// The state in which the patient was.
    pub patient_state: UsState,
    pub signature: Vec<u8>,
    pub signature_sha256: Vec<u8>,
    pub signed_at: DateTime<Utc>,
    /// The signer at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the signed content, including the digests of the exam and of the decisions.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
