use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ConsentTemplateId, ServiceId},
};

/// A consent that a service requires.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_consent")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: ServiceId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub template_id: ConsentTemplateId,
    /// For how many months a signature is valid. `None` if it is valid for one treatment.
    pub valid_months: Option<i32>,
}

impl ActiveModelBehavior for ActiveModel {}
