use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::EstimateIssueId};

/// A patient's confirmation that an issued version was received. It does not accept the estimate.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_receipt")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: EstimateIssueId,
    pub signed_at: DateTime<Utc>,
    /// The wording beside the button that the patient pressed.
    pub act: String,
    pub typed_name: Option<String>,
    /// The drawn signature as a PNG.
    pub signature: Option<Vec<u8>>,
    pub ip: String,
    pub user_agent: String,
    pub signer: super::Signer,
    /// SHA-256 of the receipt and of the digest of the received version.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
