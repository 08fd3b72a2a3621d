use sea_orm::entity::prelude::*;

use crate::ids::{ConsentTemplateId, ServiceId};

/// A consent that a service needs.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_consent")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: ServiceId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub template_id: ConsentTemplateId,
    /// For how many months a signature counts; none: for one treatment.
    pub valid_months: Option<i32>,
}

impl ActiveModelBehavior for ActiveModel {}
