use sea_orm::entity::prelude::*;

use crate::{Relation, ids::TreatmentId};

/// A treatment that was still waiting for review when the watermark was moved past it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_waiting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub treatment_id: TreatmentId,
}

impl ActiveModelBehavior for ActiveModel {}
