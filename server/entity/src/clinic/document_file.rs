use sea_orm::entity::prelude::*;

use crate::{Relation, ids::DocumentId};

/// One of several files of an export that is too large for a single file.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "document_file")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub document_id: DocumentId,
    /// Counts from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i32,
    /// The ZIP, encrypted.
    pub sealed: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
