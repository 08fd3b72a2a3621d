use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::EstimateIssueId;

/// That the patient has received an issued version. It accepts nothing.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_receipt")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: EstimateIssueId,
    pub signed_at: DateTime<Utc>,
    /// The words beside the button that was pressed.
    pub act: String,
    pub typed_name: Option<String>,
    /// What was drawn: a PNG.
    pub signature: Option<Vec<u8>>,
    pub ip: String,
    pub user_agent: String,
    pub signer: super::Signer,
    /// SHA-256 of the receipt and of the digest of what was received.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
