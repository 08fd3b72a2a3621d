//! What was made, encrypted until it expires: with a key that is not in the database, bound to the document it belongs to.

use chrono::{DateTime, Utc};
use entity::{
    clinic::document::{Column, Entity},
    ids::DocumentId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::foundation::{
    config::{Generation, MasterKey},
    crypto::aead,
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// Encrypts for one clinic.
pub struct Seal<'k> {
    master: &'k MasterKey,
    clinic: Uuid,
}

impl<'k> Seal<'k> {
    pub const fn new(master: &'k MasterKey, clinic: Uuid) -> Self {
        Self { master, clinic }
    }

    /// # Errors
    /// When it cannot be encrypted.
    pub fn close(&self, place: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        aead::encrypt(self.key(self.master.current()), &self.bound_to(place), bytes)
            .ok_or_else(|| Error::Internal("a document could not be sealed".into()))
    }

    /// # Errors
    /// When it was encrypted with a key that is no longer accepted, for another document, or altered.
    pub fn open(&self, place: &str, sealed: &[u8]) -> Result<Vec<u8>> {
        let bound_to = self.bound_to(place);
        let opened = self.master.all().find_map(|one| aead::decrypt(self.key(one), &bound_to, sealed));
        opened.ok_or_else(|| Error::Internal("a document could not be opened".into()))
    }

    fn key(&self, generation: &Generation) -> [u8; 32] {
        generation.derive(format!("document 1 {}", self.clinic).as_bytes())
    }

    fn bound_to(&self, place: &str) -> String {
        format!("{} {place}", self.clinic)
    }
}

/// Where a document's file stands, for its seal.
pub fn file_of(id: DocumentId) -> String {
    format!("document {id}")
}

/// Where one of several files of a document stands, for its seal.
pub fn one_of(id: DocumentId, number: i32) -> String {
    format!("document {id} file {number}")
}

/// Deletes what has expired.
///
/// # Errors
/// When the database is out of reach.
pub async fn forget_documents(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(tx).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_document_opens_for_itself_alone() {
        let master = MasterKey::parse("6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f").unwrap();
        let seal = Seal::new(&master, Uuid::from_u128(1));
        let sealed = seal.close("document 7", b"%PDF-").unwrap();
        assert_eq!(seal.open("document 7", &sealed).unwrap(), b"%PDF-");
        assert!(seal.open("document 8", &sealed).is_err());
        assert!(Seal::new(&master, Uuid::from_u128(2)).open("document 7", &sealed).is_err());
        assert!(!sealed.windows(5).any(|part| part == b"%PDF-"));
    }

    #[test]
    fn a_document_opens_while_its_secret_is_accepted() {
        let (old, new) = ("6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f", "7d2e1e5f5f1c5c1b8b6e4b2f6c9d3e8a");
        let clinic = Uuid::from_u128(1);
        let master = MasterKey::parse(old).unwrap();
        let sealed = Seal::new(&master, clinic).close("document 7", b"text").unwrap();
        let rotated = MasterKey::parse(new).unwrap().with_second(Some(old)).unwrap();
        assert_eq!(Seal::new(&rotated, clinic).open("document 7", &sealed).unwrap(), b"text");
        assert!(Seal::new(&MasterKey::parse(new).unwrap(), clinic).open("document 7", &sealed).is_err());
    }
}
