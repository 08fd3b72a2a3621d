//! The files of documents, which are encrypted and stored until they expire.

use chrono::{DateTime, Utc};
use entity::{
    clinic::document::{Column, Entity},
    ids::DocumentId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use base::error::Result;
use config::MasterKey;
use crypto::Seal;
use tenancy::ClinicTx;

/// Encrypts the documents of one clinic.
pub const fn seal(master: &MasterKey, clinic: Uuid) -> Seal<'_> {
    Seal::new(master, clinic, "document")
}

/// The context that the seal of a document's file is bound to.
pub fn file_of(clinic: Uuid, id: DocumentId) -> String {
    format!("{clinic} document {id}")
}

/// The context that the seal of one of a document's several files is bound to.
pub(super) fn one_of(clinic: Uuid, id: DocumentId, number: i32) -> String {
    format!("{clinic} document {id} file {number}")
}

/// Deletes expired documents.
pub async fn forget_documents(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(tx).await?;
    Ok(())
}
