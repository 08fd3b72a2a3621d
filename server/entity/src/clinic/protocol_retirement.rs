use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ProtocolVersionId},
};

/// A director's retirement of a protocol: this version and all earlier ones no longer count. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_retirement")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub version_id: ProtocolVersionId,
    pub reason: String,
    pub retired_by: MemberId,
    pub retired_at: DateTime<Utc>,
    /// The director at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content, including the version's digest.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
