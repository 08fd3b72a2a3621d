use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, ProtocolOverrideId, ServiceId};

/// A director's override: a provider may treat with a service for a day although the protocol or the license does not
/// allow it. Inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_override")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ProtocolOverrideId,
    pub provider_id: MemberId,
    /// The service of the catalogue; none where it is of the fixed list.
    pub service_id: Option<ServiceId>,
    /// The name that the service had then.
    pub service: String,
    pub reason: String,
    /// The clinic's day on which it counts.
    pub valid_on: Date,
    pub given_by: MemberId,
    pub given_at: DateTime<Utc>,
    /// The director at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
