use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, ServiceId};

/// Who performs a service. A service without any is performed by everybody who takes appointments.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_performer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: ServiceId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: MemberId,
}

impl ActiveModelBehavior for ActiveModel {}
