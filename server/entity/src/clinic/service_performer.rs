use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ServiceId},
};

/// A member who performs a service. If a service has no rows, everybody who takes appointments performs it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_performer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: ServiceId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: MemberId,
}

impl ActiveModelBehavior for ActiveModel {}
