use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{ConsentId, MemberId};
use crate::words::{ConsentEventKind, MessageChannel};

/// Something that happened to an issued consent: inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub consent_id: ConsentId,
    pub kind: ConsentEventKind,
    pub at: DateTime<Utc>,
    /// None for the link's holder, and for what the server did by itself.
    pub member_id: Option<MemberId>,
    /// The member's or the signer's name at that moment.
    pub name: Option<String>,
    /// By which a link was sent.
    pub channel: Option<MessageChannel>,
    /// Where the link was sent, masked.
    pub address: Option<String>,
    /// None for what the server did by itself.
    pub ip: Option<String>,
    pub user_agent: Option<String>,
    /// The digest of the consent's newest event before this one.
    pub follows: Option<Vec<u8>>,
    /// SHA-256 of this event.
    pub digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
