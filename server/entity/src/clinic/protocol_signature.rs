use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ProtocolVersionId},
};

/// A provider's agreement to a version of a protocol. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_signature")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub version_id: ProtocolVersionId,
    pub member_id: MemberId,
    pub signature: Vec<u8>,
    pub signature_sha256: Vec<u8>,
    pub signed_at: DateTime<Utc>,
    /// The provider at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content, including the version's digest.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
