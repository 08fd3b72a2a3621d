use sea_orm::entity::prelude::*;

use crate::Relation;

/// The secret that determines which treatments are selected for review: one row. No row before a share was set.
/// Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_seed")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    pub seed: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
