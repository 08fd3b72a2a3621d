use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::MemberId,
    words::{MessageChannel, MessageKind},
};

/// A clinic's own words for a kind of message. Without a row, the product's words are sent.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_template")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: MessageKind,
    #[sea_orm(primary_key, auto_increment = false)]
    pub channel: MessageChannel,
    /// The subject of a mail.
    pub subject: Option<String>,
    pub body: String,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// The member's name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
