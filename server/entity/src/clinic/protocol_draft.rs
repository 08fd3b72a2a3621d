use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, ProtocolDraftId, ProtocolId};

/// The next version of a protocol, until a director signs it.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_draft")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ProtocolDraftId,
    pub protocol_id: ProtocolId,
    /// The number of the newest signed version when it was last saved; 0 while there was none.
    pub follows: i32,
    pub title: String,
    /// Sanitized HTML.
    pub body: String,
    /// None: from the day on which it is signed.
    pub valid_from: Option<Date>,
    pub valid_until: Date,
    /// Increases with each change.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// Their name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
