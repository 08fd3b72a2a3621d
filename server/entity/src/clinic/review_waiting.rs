use sea_orm::entity::prelude::*;

use crate::ids::TreatmentId;

/// A treatment that still waited for a director when the mark was moved past it.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_waiting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub treatment_id: TreatmentId,
}

impl ActiveModelBehavior for ActiveModel {}
