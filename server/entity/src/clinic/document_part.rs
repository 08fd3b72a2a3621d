use sea_orm::entity::prelude::*;

use crate::{Relation, ids::DocumentId, words::DocumentKind};

/// A finished part of an export. Kept until the export is assembled.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "document_part")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub document_id: DocumentId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: DocumentKind,
    #[sea_orm(primary_key, auto_increment = false)]
    pub record_id: i64,
    /// The files of the part, encrypted.
    pub sealed: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
