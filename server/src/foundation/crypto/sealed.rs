//! The second factor's secret as the database stores it: encrypted with a key of the clinic's own, so that a
//! copy of the database alone cannot produce anybody's codes.

use entity::ids::MemberId;
use uuid::Uuid;

use crate::foundation::{
    config::{Generation, MasterKey},
    crypto::{aead, totp::Secret},
    error::{Error, Result},
};

/// Encrypts and decrypts the secrets of one clinic.
pub struct Seal<'k> {
    master: &'k MasterKey,
    clinic: Uuid,
}

impl<'k> Seal<'k> {
    pub fn new(master: &'k MasterKey, clinic: Uuid) -> Self {
        Self { master, clinic }
    }

    /// The name of the secret that new values are encrypted with.
    pub fn key_id(&self) -> &'k str {
        self.master.current().id()
    }

    /// # Errors
    /// When it cannot be encrypted.
    pub fn close(&self, member: MemberId, secret: &Secret) -> Result<Vec<u8>> {
        aead::encrypt(self.key(self.master.current()), &self.bound_to(member), secret.as_bytes())
            .ok_or_else(|| Error::Internal("a second factor could not be sealed".into()))
    }

    /// # Errors
    /// When it was encrypted with a key that is no longer accepted, for another member, or altered.
    pub fn open(&self, member: MemberId, key_id: &str, sealed: &[u8]) -> Result<Secret> {
        let unreadable = || Error::Internal("a second factor could not be opened".into());
        let bound_to = self.bound_to(member);
        let opened =
            self.master.named(key_id).find_map(|generation| aead::decrypt(self.key(generation), &bound_to, sealed));
        Secret::from_bytes(&opened.ok_or_else(unreadable)?)
    }

    fn key(&self, generation: &Generation) -> [u8; 32] {
        generation.derive(format!("second factor 1 {}", self.clinic).as_bytes())
    }

    /// Binds the ciphertext to the member: nobody who can write to the table can give a member another's
    /// factor.
    fn bound_to(&self, member: MemberId) -> String {
        format!("{} {member}", self.clinic)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    static MASTER: LazyLock<MasterKey> =
        LazyLock::new(|| MasterKey::parse("6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f").unwrap());

    fn seal(clinic: u128) -> Seal<'static> {
        Seal::new(&MASTER, Uuid::from_u128(clinic))
    }

    #[test]
    fn a_sealed_value_opens_for_its_member_and_clinic_only() {
        let secret = Secret::random();
        let sealed = seal(1).close(7.into(), &secret).unwrap();
        assert!(seal(1).open(7.into(), seal(1).key_id(), &sealed).unwrap() == secret);
        assert!(seal(1).open(7.into(), "1", &sealed).unwrap() == secret, "from before keys had names");
        assert!(seal(1).open(8.into(), seal(1).key_id(), &sealed).is_err(), "another member");
        assert!(seal(2).open(7.into(), seal(1).key_id(), &sealed).is_err(), "another clinic");
        assert!(seal(1).open(7.into(), "2", &sealed).is_err(), "another key");
        assert!(seal(1).open(7.into(), seal(1).key_id(), &sealed[..20]).is_err(), "cut short");
        for byte in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[byte] ^= 1;
            assert!(seal(1).open(7.into(), seal(1).key_id(), &altered).is_err(), "altered at {byte}");
        }
    }

    #[test]
    fn sealing_reveals_nothing_and_is_never_the_same_twice() {
        let secret = Secret::random();
        let (one, other) = (seal(1).close(7.into(), &secret).unwrap(), seal(1).close(7.into(), &secret).unwrap());
        assert_ne!(one, other);
        assert!(!one.windows(4).any(|window| secret.as_bytes().windows(4).any(|part| part == window)));
    }
}
