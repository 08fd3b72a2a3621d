//! Encrypts data that only the server may read. The key is not in the database, so a copy of the database alone reveals nothing of the data.

use uuid::Uuid;

use super::aead;
use base::error::{Error, Result};
use config::{Generation, MasterKey};

/// Encrypts and decrypts one clinic's data of one purpose. A ciphertext is bound to a text that names its place, such
/// as the id of its row. So a person who can write to the table cannot move it to another place.
pub struct Seal<'k> {
    master: &'k MasterKey,
    clinic: Uuid,
    purpose: &'static str,
}

impl<'k> Seal<'k> {
    pub const fn new(master: &'k MasterKey, clinic: Uuid, purpose: &'static str) -> Self {
        Self { master, clinic, purpose }
    }

    /// The name of the secret that new values are encrypted with.
    pub fn key_id(&self) -> &'k str {
        self.master.current().id()
    }

    pub fn close(&self, bound_to: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        aead::encrypt(self.key(self.master.current()), bound_to, bytes)
            .ok_or_else(|| Error::Internal(format!("sealing failed: {}", self.purpose)))
    }

    /// Tries every accepted secret.
    ///
    /// Fails when the data was encrypted with a key that is no longer accepted, was encrypted for another place, or was altered.
    pub fn open(&self, bound_to: &str, sealed: &[u8]) -> Result<Vec<u8>> {
        self.open_with(self.master.all(), bound_to, sealed)
    }

    /// Tries only the secret with this name.
    ///
    /// Fails when the data was encrypted with another key, the key is no longer accepted, or the data was encrypted for another place or altered.
    pub fn open_named(&self, key_id: &str, bound_to: &str, sealed: &[u8]) -> Result<Vec<u8>> {
        self.open_with(self.master.named(key_id), bound_to, sealed)
    }

    fn open_with<'g>(
        &self,
        mut secrets: impl Iterator<Item = &'g Generation>,
        bound_to: &str,
        sealed: &[u8],
    ) -> Result<Vec<u8>> {
        secrets
            .find_map(|one| aead::decrypt(self.key(one), bound_to, sealed))
            .ok_or_else(|| Error::Internal(format!("opening what was sealed failed: {}", self.purpose)))
    }

    fn key(&self, generation: &Generation) -> [u8; 32] {
        generation.derive(format!("{} 1 {}", self.purpose, self.clinic).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    const OLD: &str = "6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f";
    const NEW: &str = "7d2e1e5f5f1c5c1b8b6e4b2f6c9d3e8a";

    static MASTER: LazyLock<MasterKey> = LazyLock::new(|| MasterKey::parse(OLD).unwrap());

    fn seal(clinic: u128) -> Seal<'static> {
        Seal::new(&MASTER, Uuid::from_u128(clinic), "test")
    }

    #[test]
    fn a_sealed_value_opens_for_its_place_clinic_and_purpose_only() {
        let sealed = seal(1).close("document 7", b"%PDF-").unwrap();
        assert_eq!(seal(1).open("document 7", &sealed).unwrap(), b"%PDF-");
        assert!(seal(1).open("document 8", &sealed).is_err(), "another place");
        assert!(seal(2).open("document 7", &sealed).is_err(), "another clinic");
        let other = Seal::new(&MASTER, Uuid::from_u128(1), "other");
        assert!(other.open("document 7", &sealed).is_err(), "another purpose");
        assert!(seal(1).open("document 7", &sealed[..20]).is_err(), "cut short");
        for byte in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[byte] ^= 1;
            assert!(seal(1).open("document 7", &altered).is_err(), "altered at {byte}");
        }
    }

    #[test]
    fn a_value_opens_by_the_name_of_its_secret() {
        let sealed = seal(1).close("7", b"text").unwrap();
        assert_eq!(seal(1).open_named(seal(1).key_id(), "7", &sealed).unwrap(), b"text");
        assert_eq!(seal(1).open_named("1", "7", &sealed).unwrap(), b"text", "from before keys had names");
        assert!(seal(1).open_named("2", "7", &sealed).is_err(), "another key");
    }

    #[test]
    fn a_value_opens_while_its_secret_is_accepted() {
        let clinic = Uuid::from_u128(1);
        let sealed = seal(1).close("7", b"text").unwrap();
        let rotated = MasterKey::parse(NEW).unwrap().with_second(Some(OLD)).unwrap();
        assert_eq!(Seal::new(&rotated, clinic, "test").open("7", &sealed).unwrap(), b"text");
        assert!(Seal::new(&MasterKey::parse(NEW).unwrap(), clinic, "test").open("7", &sealed).is_err());
    }

    #[test]
    fn sealing_reveals_nothing_and_is_never_the_same_twice() {
        let secret = b"a text of some length";
        let (one, other) = (seal(1).close("7", secret).unwrap(), seal(1).close("7", secret).unwrap());
        assert_ne!(one, other);
        assert!(!one.windows(4).any(|window| secret.windows(4).any(|part| part == window)));
    }
}
