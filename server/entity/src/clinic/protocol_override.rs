use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ProtocolOverrideId, ServiceId},
};

/// A director's override: for one day, a provider may treat with a service although the protocol or the license does
/// not allow it. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_override")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ProtocolOverrideId,
    pub provider_id: MemberId,
    /// The service in the catalog. `None` if the service is from the fixed list.
    pub service_id: Option<ServiceId>,
    /// The service's name at that moment.
    pub service: String,
    pub reason: String,
    /// The day on which the override is valid, by the clinic's calendar.
    pub valid_on: Date,
    pub given_by: MemberId,
    pub given_at: DateTime<Utc>,
    /// The director at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
