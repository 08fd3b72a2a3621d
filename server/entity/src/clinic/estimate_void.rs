use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{EstimateId, MemberId},
};

/// The void of an estimate with all its versions, which no longer count. Inserted once, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_void")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub estimate_id: EstimateId,
    pub voided_by: MemberId,
    pub reason: String,
    pub voided_at: DateTime<Utc>,
    /// The member who voided the record, as of that moment.
    pub signer: super::Signer,
    /// The drawn signature as a PNG. `None` for a void from before signatures were required.
    pub signature: Option<Vec<u8>>,
    /// SHA-256 of the void and of the estimate's newest version.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
