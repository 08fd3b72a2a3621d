use sea_orm::entity::prelude::*;

use crate::{Relation, ids::ConsentId};

/// The copy of a signed consent as a PDF. Inserted once, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_copy")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub consent_id: ConsentId,
    /// SHA-256 of the file.
    pub sha256: Vec<u8>,
    /// The PDF.
    pub file: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
