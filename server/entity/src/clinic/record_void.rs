use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ExamId, MemberId, TreatmentId},
};

/// The void of a signed exam or treatment, which no longer counts. Inserted once, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "record_void")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The exam or the treatment. The other column is null.
    pub exam_id: Option<ExamId>,
    pub treatment_id: Option<TreatmentId>,
    pub voided_by: MemberId,
    pub reason: String,
    pub voided_at: DateTime<Utc>,
    /// The member who voided the record, as of that moment.
    pub signer: super::Signer,
    /// The drawn signature as a PNG. `None` for a void from before signatures were required.
    pub signature: Option<Vec<u8>>,
    /// SHA-256 of the signed content, including the record's own digest.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
