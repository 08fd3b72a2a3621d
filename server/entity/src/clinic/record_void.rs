use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{ExamId, MemberId, TreatmentId};

/// The void of a signed record, an exam or a treatment, which no longer counts. Inserted once, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "record_void")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The exam or the treatment; the other one is null.
    pub exam_id: Option<ExamId>,
    pub treatment_id: Option<TreatmentId>,
    pub voided_by: MemberId,
    pub reason: String,
    pub voided_at: DateTime<Utc>,
    /// Who voided it, at that moment.
    pub signer: super::Signer,
    /// What was drawn: a PNG. None for a void from before signatures were asked for.
    pub signature: Option<Vec<u8>>,
    /// SHA-256 of the signed content, the record's own digest included.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
