use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::ConsentId};

/// The patient's signature on a consent: inserted once, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_signature")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub consent_id: ConsentId,
    pub signed_at: DateTime<Utc>,
    pub body_sha256: Vec<u8>,
    pub typed_name: Option<String>,
    pub signature: Option<Vec<u8>>,
    pub electronic_consent: Option<bool>,
    pub ip: String,
    pub user_agent: String,
    /// The signer at that moment. `None` for rows from before this was stored.
    pub signer: Option<super::Signer>,
    /// SHA-256 of the signed content. `None` for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
    /// The version of the notice of electronic records that was shown. `None` if the request did not name it.
    pub notice_version: Option<i32>,
    /// The version of the wording of the act. `None` if the request did not name it.
    pub act_version: Option<i32>,
}

impl ActiveModelBehavior for ActiveModel {}
