use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ConsentId, ConsentTemplateId, MemberId, PatientId},
};

/// A consent issued to a patient, with its text frozen.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "consent")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ConsentId,
    pub patient_id: PatientId,
    pub template_id: ConsentTemplateId,
    pub template_name: String,
    pub template_version: i32,
    pub body: String,
    pub body_sha256: Vec<u8>,
    pub token_hash: Vec<u8>,
    pub issued_by: MemberId,
    pub issued_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
    /// The issuer at that moment. `None` for rows from before this was stored.
    pub issuer: Option<super::Signer>,
    /// SHA-256 of the issued content. `None` for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
    /// The hash of the newest link's token. `None` while the first link is the newest.
    pub link_hash: Option<Vec<u8>>,
    /// The expiry of the newest link. `None` while the first link is the newest.
    pub link_expires_at: Option<DateTime<Utc>>,
    /// The hash of the token that opens the consent on the tablet at the desk. `None` while the staff has the tablet.
    pub kiosk_hash: Option<Vec<u8>>,
    /// When the token on the tablet expires.
    pub kiosk_ends_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
