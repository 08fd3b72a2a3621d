use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    ids::MemberId,
    words::{MessageChannel, MessageKind},
};

/// A clinic's own words for a kind of message; without a row the product's own are sent.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_template")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: MessageKind,
    #[sea_orm(primary_key, auto_increment = false)]
    pub channel: MessageChannel,
    /// Of a mail.
    pub subject: Option<String>,
    pub body: String,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// Their name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
