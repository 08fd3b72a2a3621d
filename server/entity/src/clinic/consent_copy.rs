use sea_orm::entity::prelude::*;

use crate::ids::ConsentId;

/// The copy of a signed consent as a PDF: inserted once, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_copy")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub consent_id: ConsentId,
    /// Of the file.
    pub sha256: Vec<u8>,
    /// The PDF.
    pub file: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
