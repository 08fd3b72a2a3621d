//! Files of documents: sealed until they expire.

use chrono::{DateTime, Utc};
use entity::{
    clinic::document::{Column, Entity},
    ids::DocumentId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::foundation::{config::MasterKey, crypto::Seal, error::Result, tenancy::ClinicTx};

/// Encrypts the documents of one clinic.
pub const fn seal(master: &MasterKey, clinic: Uuid) -> Seal<'_> {
    Seal::new(master, clinic, "document")
}

/// What the seal of a document's file is bound to.
pub fn file_of(clinic: Uuid, id: DocumentId) -> String {
    format!("{clinic} document {id}")
}

/// What the seal of one of several files of a document is bound to.
pub fn one_of(clinic: Uuid, id: DocumentId, number: i32) -> String {
    format!("{clinic} document {id} file {number}")
}

/// Deletes what has expired.
///
/// # Errors
/// When the database is out of reach.
pub async fn forget_documents(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(tx).await?;
    Ok(())
}
