//! Passwords: hashed with argon2id behind a bounded queue, so that a flood of sign-ins costs
//! neither memory nor the other requests' time.

use std::sync::Arc;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier},
};
use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// 19 MiB, two passes, one lane (OWASP's first recommendation; design 4).
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// How many may wait for their turn before new ones are sent away.
const QUEUE: usize = 16;

/// A hash of a password that nobody has, to compare with when there is no such member: the answer
/// takes as long.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$Y2VsYWRvbi1ub2JvZHk$Zm9yIG5vYm9keSwgb2YgMzIgYnl0ZXMhIQAAAAAAAAA";

/// Hashes and compares passwords. Clones share the queue.
#[derive(Clone)]
pub struct Passwords {
    at_work: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { at_work: Arc::new(Semaphore::new(cores)), waiting: Arc::new(Semaphore::new(cores + QUEUE)) }
    }
}

impl Passwords {
    /// # Errors
    /// When too many are waiting.
    pub async fn hash(&self, password: String) -> Result<String> {
        self.in_turn(move || {
            hasher()
                .hash_password(password.as_bytes())
                .map(|hash| hash.to_string())
                .map_err(|_| Error::Internal("a password could not be hashed".into()))
        })
        .await?
    }

    /// Whether it is the password of this hash; with no hash it never is, after the same time.
    ///
    /// # Errors
    /// When too many are waiting.
    pub async fn is_right(&self, password: String, hash: Option<String>) -> Result<bool> {
        let known = hash.is_some();
        self.in_turn(move || {
            let hash = hash.as_deref().unwrap_or(NOBODYS);
            is_affordable(hash) && hasher().verify_password(password.as_bytes(), hash).is_ok() && known
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| Error::Unavailable)?;
        let _turn = Arc::clone(&self.at_work).acquire_owned().await.map_err(|_| Error::Unavailable)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Error::Internal("hashing a password panicked".into()))
    }
}

fn hasher() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).unwrap_or(Params::DEFAULT);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// A stored hash sets its own cost; one that asks for gigabytes is not one of ours.
fn is_affordable(hash: &str) -> bool {
    hash.split('$')
        .nth(3)
        .and_then(|params| params.split(',').find_map(|pair| pair.strip_prefix("m=")))
        .and_then(|memory| memory.parse::<u32>().ok())
        .is_some_and(|memory| memory <= 4 * MEMORY_KIB)
}

/// The words that guessing begins with, of the length we take.
const COMMON: &[&str] = &[
    "password",
    "passwort",
    "letmein",
    "welcome",
    "qwerty",
    "qwertyuiop",
    "asdfgh",
    "iloveyou",
    "admin",
    "monkey",
    "dragon",
    "football",
    "baseball",
    "sunshine",
    "princess",
    "superman",
    "celadon",
    "botox",
    "medspa",
    "clinic",
    "changeme",
    "secret",
    "abc",
    "test",
    "demo",
];

/// Whether it is a common word, written again, or with digits and signs around it.
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let first = lower.chars().next();
    if lower.chars().all(|c| Some(c) == first) {
        return true;
    }
    let core: String = lower.chars().filter(char::is_ascii_alphabetic).collect();
    if core.is_empty() {
        // Digits only: counted up, counted down, or a number repeated.
        return "012345678901234567890123456789".contains(&lower) || "987654321098765432109876543210".contains(&lower);
    }
    COMMON.iter().any(|word| {
        !word.is_empty() && core.len().is_multiple_of(word.len()) && core == word.repeat(core.len() / word.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_right_password_and_no_other() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse battery".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.is_right("correct horse battery".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.is_right("correct horse batterx".into(), Some(hash)).await.unwrap());
        assert!(!passwords.is_right("anything at all".into(), None).await.unwrap());
    }

    #[tokio::test]
    async fn a_flood_is_turned_away_and_not_queued_without_end() {
        let passwords = Passwords::default();
        let tries = (0..200).map(|_| {
            let passwords = passwords.clone();
            tokio::spawn(async move { passwords.is_right("x".into(), None).await })
        });
        let mut refused = 0;
        for attempt in tries.collect::<Vec<_>>() {
            refused += usize::from(matches!(attempt.await.unwrap(), Err(Error::Unavailable)));
        }
        assert!(refused > 0);
        assert!(!passwords.is_right("x".into(), None).await.unwrap(), "it goes on afterwards");
    }

    #[test]
    fn a_hash_that_costs_gigabytes_is_not_computed() {
        assert!(is_affordable(NOBODYS));
        assert!(!is_affordable("$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaA"));
        assert!(!is_affordable("nonsense"));
    }

    #[test]
    fn nobodys_hash_can_be_compared_with() {
        let error = hasher().verify_password(b"x", NOBODYS).unwrap_err();
        assert!(matches!(error, argon2::password_hash::Error::PasswordInvalid), "{error}");
    }

    #[test]
    fn common_passwords_are_known_as_such() {
        for common in ["passwordpassword", "aaaaaaaaaaaaaa", "123456789012", "Password12345!", "Celadon-2026!!"] {
            assert!(is_common(common), "{common}");
        }
        for fine in ["correct horse battery", "vT7#plum-orchard", "ich wohne am See"] {
            assert!(!is_common(fine), "{fine}");
        }
    }
}
