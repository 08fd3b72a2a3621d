use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ProtocolId, ProtocolVersionId},
};

/// A version of a protocol as a director signed it. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_version")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ProtocolVersionId,
    pub protocol_id: ProtocolId,
    /// Counts from 1 without gaps.
    pub number: i32,
    pub title: String,
    /// Sanitized HTML.
    pub body: String,
    pub valid_from: Date,
    /// The last day on which the version is valid.
    pub valid_until: Date,
    pub director_id: MemberId,
    pub signature: Vec<u8>,
    pub signature_sha256: Vec<u8>,
    pub signed_at: DateTime<Utc>,
    /// The director at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the signed content.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
