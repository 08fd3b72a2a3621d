use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::ProtocolVersionId};

/// A mail to the directors that a version of a protocol ends. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol_notice")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub version_id: ProtocolVersionId,
    pub noticed_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
