//! The secret that all keys are derived from, and its rotation.

use sha2::{Digest, Sha256};

use super::{BadSetting, BaseUrl, bad};

/// The secrets that every other key is derived from. One is for all new values; during a rotation a second one is
/// accepted as well. Never printed.
#[derive(Clone)]
pub struct MasterKey {
    current: Generation,
    second: Option<Generation>,
}

/// Marks values from before keys had names. Any of the secrets may have made such a value.
const UNNAMED: &str = "1";

/// Secrets that are public because they are in this repository, each with its file. Accepted only on this machine.
const COMMITTED: &[(&str, &str)] = &[
    ("the dev overlay (k8s/overlays/dev/server.env)", "for-a-cluster-on-one-machine-only-6c1f0f4e6e0d4b0a"),
    ("the tests of placements", "a secret for this test alone, of more than 32 bytes"),
    ("the server's tests", "a secret for tests alone, 32 bytes and more"),
];

/// One of the secrets, with the name that marks the values made with it.
#[derive(Clone, PartialEq, Eq)]
pub struct Generation {
    secret: [u8; 32],
    number: u32,
    id: String,
}

impl Generation {
    fn parse(variable: &'static str, text: &str) -> Result<Self, BadSetting> {
        let text = text.trim();
        if text.len() < 32 {
            return Err(bad(variable, "must be 32 bytes or more"));
        }
        let first = text.as_bytes()[0];
        if text.bytes().all(|byte| byte == first) || text.to_ascii_lowercase().contains("changeme") {
            return Err(bad(variable, "is a placeholder, not a secret"));
        }
        let secret = Sha256::digest(text.as_bytes()).into();
        let [a, b, c, d, ..] = derive(&secret, b"name of this key");
        let number = u32::from_be_bytes([a, b, c, d]);
        Ok(Self { secret, number, id: format!("{number:08x}") })
    }

    /// The secret's name as a number, for places where a text is too long.
    pub fn number(&self) -> u32 {
        self.number
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// A key for one purpose, which is useless for any other.
    pub fn derive(&self, purpose: &[u8]) -> [u8; 32] {
        derive(&self.secret, purpose)
    }
}

fn derive(secret: &[u8; 32], purpose: &[u8]) -> [u8; 32] {
    let mut key = [0; 32];
    // 32 bytes are one block of SHA-256, far below the 255 blocks that `expand` can produce.
    let _ = hkdf::Hkdf::<Sha256>::new(None, secret).expand(purpose, &mut key);
    key
}

impl MasterKey {
    pub fn parse(text: &str) -> Result<Self, BadSetting> {
        Ok(Self { current: Generation::parse("SECRET_KEY", text)?, second: None })
    }

    /// Adds a second secret that is accepted: the former one, or the next one.
    ///
    /// Fails when the second secret is invalid, or equals the first.
    pub fn with_second(self, second: Option<&str>) -> Result<Self, BadSetting> {
        let second = second.map(|text| Generation::parse("SECRET_KEY_SECOND", text)).transpose()?;
        if second.as_ref() == Some(&self.current) {
            return Err(bad("SECRET_KEY_SECOND", "is the same as SECRET_KEY"));
        }
        Ok(Self { second, ..self })
    }

    /// Fails when the repository contains one of the secrets and the server is public.
    pub(super) fn may_serve(&self, base_url: &BaseUrl) -> Result<(), BadSetting> {
        let of = |text: &str| <[u8; 32]>::from(Sha256::digest(text.as_bytes()));
        let committed = COMMITTED.iter().find(|(_, text)| self.all().any(|one| one.secret == of(text)));
        match committed {
            Some((place, _)) if !base_url.is_this_machine() => Err(bad(
                "SECRET_KEY",
                format!(
                    "is the one of {place}, which everybody can read, and BASE_URL leads beyond this machine: \
                     make one with openssl rand -base64 48"
                ),
            )),
            _ => Ok(()),
        }
    }

    /// The secret for all new values.
    pub fn current(&self) -> &Generation {
        &self.current
    }

    /// All accepted secrets, the current one first.
    pub fn all(&self) -> impl Iterator<Item = &Generation> {
        std::iter::once(&self.current).chain(&self.second)
    }

    /// The secrets that may have made a value with this name: one or none. For values without a name, all secrets.
    pub fn named<'k>(&'k self, id: &str) -> impl Iterator<Item = &'k Generation> {
        self.all().filter(move |one| id == UNNAMED || one.id == id).collect::<Vec<_>>().into_iter()
    }

    /// A key for one purpose, which is useless for any other, from the current secret.
    pub fn derive(&self, purpose: &[u8]) -> [u8; 32] {
        self.current.derive(purpose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weak_secret_is_refused() {
        assert!(MasterKey::parse("short").is_err());
        assert!(MasterKey::parse(&"x".repeat(64)).is_err());
        assert!(MasterKey::parse("changeme-changeme-changeme-changeme").is_err());
        assert!(MasterKey::parse("6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f").is_ok());
    }

    #[test]
    fn a_second_secret_must_be_strong_and_different() {
        let first = || MasterKey::parse("6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f").unwrap();
        for wrong in ["short", "6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f", "changeme-changeme-changeme-changeme"] {
            assert_eq!(first().with_second(Some(wrong)).err().unwrap().variable, "SECRET_KEY_SECOND");
        }
        assert_eq!(first().with_second(None).unwrap().all().count(), 1);
        let both = first().with_second(Some("another secret of 32 bytes and more")).unwrap();
        let ids: Vec<_> = both.all().map(Generation::id).collect();
        assert_eq!((ids.len(), ids[0]), (2, both.current().id()));
        assert_ne!(ids[0], ids[1]);
        assert_eq!(both.named(ids[1]).count(), 1);
        assert_eq!((both.named("1").count(), both.named("2").count()), (2, 0));
    }

    #[test]
    fn a_committed_secret_is_allowed_on_localhost_only() {
        let overlay = include_str!("../../../../k8s/overlays/dev/server.env");
        let committed = overlay.lines().find_map(|line| line.strip_prefix("secret-key=")).unwrap();
        let own = "another secret of 32 bytes and more";
        let keys = [
            MasterKey::parse(committed).unwrap(),
            MasterKey::parse(&format!("{committed}\n")).unwrap(),
            MasterKey::parse(own).unwrap().with_second(Some(committed)).unwrap(),
        ];
        let here = BaseUrl::parse("http://clinics.localhost").unwrap();
        let beyond = ["https://clinics.example.com", "https://localhost.example.com"];
        for key in keys {
            assert!(key.may_serve(&here).is_ok());
            for place in beyond {
                let refused = key.may_serve(&BaseUrl::parse(place).unwrap()).unwrap_err().to_string();
                assert!(refused.starts_with("SECRET_KEY is the one of the dev overlay"), "{refused}");
                assert!(!refused.contains(committed), "{refused}");
            }
        }
        assert!(MasterKey::parse(own).unwrap().may_serve(&BaseUrl::parse(beyond[0]).unwrap()).is_ok());
    }

    #[test]
    fn keys_of_different_purposes_differ() {
        let key = MasterKey::parse("6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f").unwrap();
        assert_ne!(key.derive(b"one"), key.derive(b"two"));
        assert_eq!(key.derive(b"one"), key.derive(b"one"));
    }
}
