use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ProtocolId, ServiceId},
};

/// The protocol of a service. Inserted, never changed: its content is in its versions.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "protocol")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ProtocolId,
    /// The service in the catalog. `None` if the service is from the fixed list.
    pub service_id: Option<ServiceId>,
    /// The service's name at that moment.
    pub service: String,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
