use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ProtocolDraftId, ProtocolId},
};

/// The next version of a protocol, until a director signs it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_draft")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ProtocolDraftId,
    pub protocol_id: ProtocolId,
    /// The number of the newest signed version when the draft was last saved. 0 if there was none.
    pub follows: i32,
    pub title: String,
    /// Sanitized HTML.
    pub body: String,
    /// `None` if the version is valid from the day of its signature.
    pub valid_from: Option<Date>,
    pub valid_until: Date,
    /// Increases with each change.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// The member's name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
