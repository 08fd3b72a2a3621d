use sea_orm::entity::prelude::*;

use crate::ids::DocumentId;
use crate::words::DocumentKind;

/// A finished part of an export, until the whole is put together.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "document_part")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub document_id: DocumentId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: DocumentKind,
    #[sea_orm(primary_key, auto_increment = false)]
    pub record_id: i64,
    /// Its files, encrypted.
    pub sealed: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
