use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, TreatmentId},
};

/// A director's approval of a treatment. Inserted once, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "treatment_approval")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub treatment_id: TreatmentId,
    pub director_id: MemberId,
    pub director_signature: Vec<u8>,
    pub director_signature_sha256: Vec<u8>,
    pub approved_at: DateTime<Utc>,
    /// The signer at that moment. `None` for rows from before this was stored.
    pub signer: Option<super::Signer>,
    /// SHA-256 of the signed content. `None` for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}
