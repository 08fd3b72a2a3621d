use sea_orm::entity::prelude::*;

use crate::{Relation, ids::ImportBatchId};

/// A part of a file that is being uploaded.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_part")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub batch_id: ImportBatchId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i32,
    pub data: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
