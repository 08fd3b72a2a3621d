use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// The patient's signature on a consent: made once, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_signature")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub consent_id: i64,
    pub signed_at: DateTime<Utc>,
    pub body_sha256: Vec<u8>,
    pub typed_name: Option<String>,
    pub signature: Option<Vec<u8>>,
    pub electronic_consent: Option<bool>,
    pub ip: String,
    pub user_agent: String,
    /// As they were at that moment; none for a row from before that was kept.
    pub signer: Option<super::Signer>,
    /// SHA-256 of the content that was signed; none for a row from before digests were kept.
    pub content_digest: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}
