//! Passwords, hashed with argon2id behind a queue of limited length, so that a flood of sign-ins neither fills the
//! memory nor delays other requests.

use std::sync::Arc;

use argon2::{
    Algorithm, Argon2, Params, PasswordHash, Version,
    password_hash::{PasswordHasher, PasswordVerifier},
};
use tokio::sync::Semaphore;

use base::error::{Error, Result};

/// 19 MiB, two passes, one lane (OWASP's first recommendation).
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// How many hashes may wait before new ones are refused.
const QUEUE: usize = 16;

/// A hash that no password matches. It is compared if there is no such member, so that the answer takes as long.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Y2VsYWRvbi1ub2JvZHk$Zm9yIG5vYm9keSwgb2YgMzIgYnl0ZXMhIQAAAAAAAAA";

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
    /// Fails when too many hashes are waiting.
    pub async fn hash(&self, password: String) -> Result<String> {
        self.queued(move || {
            let hash = argon2().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|_| Error::Internal("a password could not be hashed".into()))
        })
        .await?
    }

    /// Whether the password matches the hash. Without a hash the answer is no, after the same time.
    ///
    /// Fails when too many hashes are waiting.
    pub async fn is_right(&self, password: String, hash: Option<String>) -> Result<bool> {
        let known = hash.is_some();
        self.queued(move || is_of(password.as_bytes(), hash.as_deref().unwrap_or(DUMMY_HASH)) && known).await
    }

    /// No hash starts until the returned value is dropped.
    #[expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests; the semaphores are never closed")]
    pub async fn block_hashing(&self) -> tokio::sync::OwnedSemaphorePermit {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::clone(&self.at_work).acquire_many_owned(u32::try_from(cores).unwrap()).await.unwrap()
    }

    /// Every hash is refused until the returned value is dropped.
    #[expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests; the semaphores are never closed")]
    pub async fn refuse_hashing(&self) -> tokio::sync::OwnedSemaphorePermit {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::clone(&self.waiting).acquire_many_owned(u32::try_from(cores + QUEUE).unwrap()).await.unwrap()
    }

    async fn queued<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let waiting = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| Error::Unavailable)?;
        let at_work = Arc::clone(&self.at_work).acquire_owned().await.map_err(|_| Error::Unavailable)?;
        let work = move || {
            // A hash whose request was cancelled still runs. Its permits are released only when it ends.
            let _permits = (waiting, at_work);
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Error::Internal("hashing a password panicked".into()))
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).unwrap_or(Params::DEFAULT);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Whether the password matches the hash. No password matches a text that is not a hash of ours.
fn is_of(password: &[u8], hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Params::try_from(&hash.params).is_ok_and(|params| is_affordable(&params))
            && argon2().verify_password(password, &hash).is_ok()
    })
}

/// A stored hash names its own cost. A hash that needs more memory than ours is not ours.
fn is_affordable(params: &Params) -> bool {
    params.m_cost() <= MEMORY_KIB
}

/// What common passwords are made of.
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

/// Whether the password is a common one, repeated, or with digits and signs around it.
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let first = lower.chars().next();
    if lower.chars().all(|c| Some(c) == first) {
        return true;
    }
    let core: String = lower.chars().filter(char::is_ascii_alphabetic).collect();
    if core.is_empty() {
        // Only digits: counted up, counted down, or one number repeated.
        return "012345678901234567890123456789".contains(&lower) || "987654321098765432109876543210".contains(&lower);
    }
    COMMON.iter().any(|word| {
        !word.is_empty() && core.len().is_multiple_of(word.len()) && core == word.repeat(core.len() / word.len())
    })
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse battery".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.is_right("correct horse battery".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.is_right("correct horse batterx".into(), Some(hash)).await.unwrap());
        assert!(!passwords.is_right("anything at all".into(), None).await.unwrap());
    }

    #[tokio::test]
    async fn too_many_waiting_hashes_are_refused() {
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

    /// Hashes of cancelled requests keep their permits while they run. Otherwise too many would run at once.
    #[tokio::test]
    async fn a_cancelled_request_frees_its_slot_when_its_hash_has_ended() {
        let passwords = Passwords::default();
        let (release, released) = std::sync::mpsc::channel::<()>();
        let (start, has_begun) = tokio::sync::oneshot::channel();
        let mut cancelled = Box::pin(passwords.queued(move || {
            let _ = start.send(());
            let _ = released.recv();
        }));
        assert!(cancelled.as_mut().now_or_never().is_none());
        has_begun.await.unwrap();
        drop(cancelled);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        assert_eq!(passwords.at_work.available_permits(), cores - 1);
        drop(release);
        assert!(!passwords.is_right("x".into(), None).await.unwrap());
        let all = Arc::clone(&passwords.at_work).acquire_many_owned(u32::try_from(cores).unwrap()).await.unwrap();
        drop(all);
    }

    #[test]
    fn a_hash_that_costs_gigabytes_is_not_computed() {
        let affordable =
            |hash: &str| is_affordable(&Params::try_from(&PasswordHash::new(hash).unwrap().params).unwrap());
        assert!(affordable(DUMMY_HASH));
        assert!(!affordable("$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo"));
        for wrong in ["$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo", "nonsense", ""] {
            assert!(!is_of(b"x", wrong), "{wrong}");
        }
    }

    #[test]
    fn an_unknown_member_is_compared_with_a_dummy_hash() {
        let error = Argon2::default().verify_password(b"x", DUMMY_HASH).unwrap_err();
        assert!(matches!(error, argon2::password_hash::Error::PasswordInvalid), "{error}");
    }

    #[test]
    fn common_passwords_are_recognized() {
        for common in ["passwordpassword", "aaaaaaaaaaaaaa", "123456789012", "Password12345!", "Celadon-2026!!"] {
            assert!(is_common(common), "{common}");
        }
        for fine in ["correct horse battery", "vT7#plum-orchard", "ich wohne am See"] {
            assert!(!is_common(fine), "{fine}");
        }
    }
}
