use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AddendumId, ExamId, MemberId, TreatmentId},
};

/// An addition to a signed exam or treatment. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "addendum")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AddendumId,
    /// The exam or the treatment. The other column is null.
    pub exam_id: Option<ExamId>,
    pub treatment_id: Option<TreatmentId>,
    pub author_id: MemberId,
    pub reason: String,
    pub text: String,
    pub signature: Vec<u8>,
    pub signature_sha256: Vec<u8>,
    pub created_at: DateTime<Utc>,
    /// The author at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the signed content, the record's own digest included.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
