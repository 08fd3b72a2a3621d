use sea_orm::entity::prelude::*;

/// The secret that determines which treatments are selected for review: one row, once a share was set. Inserted, never
/// changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_seed")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    pub seed: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
