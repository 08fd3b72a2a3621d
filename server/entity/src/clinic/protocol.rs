use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{ProtocolId, ServiceId};

/// The protocol of a service. Inserted, never changed: its content is in its versions.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ProtocolId,
    /// The service of the catalogue; none where it is of the fixed list.
    pub service_id: Option<ServiceId>,
    /// The name that the service had then.
    pub service: String,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
