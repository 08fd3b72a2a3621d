use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ConsentId, MemberId},
    words::{ConsentEventKind, MessageChannel},
};

/// An event of an issued consent. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub consent_id: ConsentId,
    pub kind: ConsentEventKind,
    pub at: DateTime<Utc>,
    /// `None` if the link's holder or the server itself acted.
    pub member_id: Option<MemberId>,
    /// The member's or the signer's name at that moment.
    pub name: Option<String>,
    /// The channel by which a link was sent.
    pub channel: Option<MessageChannel>,
    /// Where the link was sent, masked.
    pub address: Option<String>,
    /// `None` if the server itself acted.
    pub ip: Option<String>,
    pub user_agent: Option<String>,
    /// The digest of the consent's previous event.
    pub follows: Option<Vec<u8>>,
    /// SHA-256 of this event.
    pub digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
