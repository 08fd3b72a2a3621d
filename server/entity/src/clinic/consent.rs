use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{ConsentId, ConsentTemplateId, MemberId, PatientId};

/// A consent issued to a patient, with its text frozen.
#[sea_orm::model]
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
    /// The issuer at that moment; none for rows from before this was stored.
    pub issuer: Option<super::Signer>,
    /// SHA-256 of what was issued; none for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
    /// The hash of the newest link's token; none while the first link is the newest.
    pub link_hash: Option<Vec<u8>>,
    /// Until when the newest link is valid; none while the first link is the newest.
    pub link_expires_at: Option<DateTime<Utc>>,
    /// The hash of the token that opens it on the tablet at the desk; none while the tablet is with the staff.
    pub kiosk_hash: Option<Vec<u8>>,
    /// Until when it can be opened there.
    pub kiosk_ends_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
