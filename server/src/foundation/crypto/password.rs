//! Passwords: hashed with argon2id behind a bounded queue, so that a flood of sign-ins neither fills the memory
//! nor delays other requests.
//!
//! The memory of a hash is kept and reused. Left to the allocator, each hash grew the process by another 19
//! MiB: a block that is aligned to a cache line does not fit into the gap that the one before it left
//! (measured: 20 sign-ins, 345 MiB, with one arena of glibc's as with many).

use std::sync::{Arc, Mutex, PoisonError};

use argon2::{
    Algorithm, Argon2, Block, Params, PasswordHash, Version,
    password_hash::phc::{Output, ParamsString, Salt},
};
use tokio::sync::Semaphore;

use crate::foundation::error::{Error, Result};

/// 19 MiB, two passes, one lane (OWASP's first recommendation).
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// The working memory of a hash: a block is one KiB.
type HashBuffer = Vec<Block>;

/// How many may wait before new ones are refused.
const QUEUE: usize = 16;

/// A hash that no password matches, compared with when there is no such member, so that the answer takes as
/// long.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$Y2VsYWRvbi1ub2JvZHk$Zm9yIG5vYm9keSwgb2YgMzIgYnl0ZXMhIQAAAAAAAAA";

/// Hashes and compares passwords. Clones share the queue and the buffers.
#[derive(Clone)]
pub struct Passwords {
    at_work: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    /// Buffers that are not in use; never more than hashes may run at once.
    buffers: Arc<Mutex<Vec<HashBuffer>>>,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            at_work: Arc::new(Semaphore::new(cores)),
            waiting: Arc::new(Semaphore::new(cores + QUEUE)),
            buffers: Arc::default(),
        }
    }
}

impl Passwords {
    /// # Errors
    /// When too many are waiting.
    pub async fn hash(&self, password: String) -> Result<String> {
        self.in_turn(move |buffer| {
            hashed(password.as_bytes(), buffer).map_err(|_| Error::Internal("a password could not be hashed".into()))
        })
        .await?
    }

    /// Whether it is the password of this hash. Without a hash it never is, after the same time.
    ///
    /// # Errors
    /// When too many are waiting.
    pub async fn is_right(&self, password: String, hash: Option<String>) -> Result<bool> {
        let known = hash.is_some();
        self.in_turn(move |buffer| fits(password.as_bytes(), hash.as_deref().unwrap_or(NOBODYS), buffer) && known).await
    }

    /// No hash starts until the returned value is dropped.
    #[cfg(test)]
    #[expect(clippy::missing_panics_doc, reason = "for tests")]
    pub async fn held(&self) -> tokio::sync::OwnedSemaphorePermit {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::clone(&self.at_work).acquire_many_owned(u32::try_from(cores).unwrap()).await.unwrap()
    }

    /// Every hash is refused until the returned value is dropped.
    #[cfg(test)]
    #[expect(clippy::missing_panics_doc, reason = "for tests")]
    pub async fn shut(&self) -> tokio::sync::OwnedSemaphorePermit {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::clone(&self.waiting).acquire_many_owned(u32::try_from(cores + QUEUE).unwrap()).await.unwrap()
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce(&mut HashBuffer) -> T + Send + 'static) -> Result<T> {
        let place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| Error::Unavailable)?;
        let turn = Arc::clone(&self.at_work).acquire_owned().await.map_err(|_| Error::Unavailable)?;
        let buffers = Arc::clone(&self.buffers);
        let work = move || {
            // A hash whose request was cancelled still runs: its permit is released when it ends, not before.
            let _held = (place, turn);
            let free = || buffers.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = free().pop();
            let mut buffer = kept.unwrap_or_else(|| vec![Block::new(); MEMORY_KIB as usize]);
            let done = work(&mut buffer);
            free().push(buffer);
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Error::Internal("hashing a password panicked".into()))
    }
}

fn params() -> Params {
    Params::new(MEMORY_KIB, PASSES, 1, None).unwrap_or(Params::DEFAULT)
}

fn hashed(password: &[u8], buffer: &mut HashBuffer) -> argon2::password_hash::Result<String> {
    let (salt, mut out): ([u8; argon2::RECOMMENDED_SALT_LEN], _) = (rand::random(), [0; Params::DEFAULT_OUTPUT_LEN]);
    let params = params();
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params)?,
        salt: Some(Salt::new(&salt)?),
        hash: None,
    };
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon2.hash_password_into_with_memory(password, &salt, &mut out, buffer)?;
    Ok(PasswordHash { hash: Some(Output::new(&out)?), ..hash }.to_string())
}

/// Compares in constant time ([`Output`]). A text that is not a hash of ours matches nothing.
fn fits(password: &[u8], hash: &str, buffer: &mut HashBuffer) -> bool {
    let Ok(PasswordHash { salt: Some(salt), hash: Some(expected), algorithm, version, params }) =
        PasswordHash::new(hash)
    else {
        return false;
    };
    let Ok(algorithm) = Algorithm::try_from(algorithm.as_str()) else { return false };
    let Ok(version) = version.map_or(Ok(Version::V0x13), Version::try_from) else { return false };
    let Some(params) = Params::try_from(&params).ok().filter(is_affordable) else { return false };
    let mut out = vec![0; expected.len()];
    Argon2::new(algorithm, version, params)
        .hash_password_into_with_memory(password, &salt, &mut out, buffer)
        .is_ok_and(|()| Output::new(&out).is_ok_and(|out| out == expected))
}

/// A stored hash names its own cost; one that needs more than a buffer is not one of ours.
fn is_affordable(params: &Params) -> bool {
    params.m_cost() <= MEMORY_KIB
}

/// Common passwords of the accepted length.
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

/// Whether it is a common password, repeated, or with digits and signs around it.
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let first = lower.chars().next();
    if lower.chars().all(|c| Some(c) == first) {
        return true;
    }
    let core: String = lower.chars().filter(char::is_ascii_alphabetic).collect();
    if core.is_empty() {
        // Digits only: counted up, counted down, or one number repeated.
        return "012345678901234567890123456789".contains(&lower) || "987654321098765432109876543210".contains(&lower);
    }
    COMMON.iter().any(|word| {
        !word.is_empty() && core.len().is_multiple_of(word.len()) && core == word.repeat(core.len() / word.len())
    })
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};
    use futures_util::FutureExt;

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

    /// Hashes of cancelled requests keep their permits while they run: otherwise others would join them.
    #[tokio::test]
    async fn no_flood_takes_more_rooms_than_there_are_cores() {
        let passwords = Passwords::default();
        for _ in 0..50 {
            assert!(passwords.is_right("x".into(), None).now_or_never().is_none());
            tokio::task::yield_now().await;
        }
        futures_util::future::join_all((0..16).map(|_| passwords.is_right("x".into(), None))).await;
        assert!(!passwords.is_right("x".into(), None).await.unwrap());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let buffers: Vec<_> = passwords.buffers.lock().unwrap().iter().map(Vec::len).collect();
        assert!((1..=cores).contains(&buffers.len()), "{} buffers for {cores} cores", buffers.len());
        assert!(buffers.iter().all(|blocks| *blocks == MEMORY_KIB as usize));
    }

    #[test]
    fn a_hash_that_costs_gigabytes_is_not_computed() {
        let affordable =
            |hash: &str| is_affordable(&Params::try_from(&PasswordHash::new(hash).unwrap().params).unwrap());
        assert!(affordable(NOBODYS));
        assert!(!affordable("$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo"));
        let mut none = HashBuffer::new();
        for wrong in ["$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo", "nonsense", ""] {
            assert!(!fits(b"x", wrong, &mut none), "{wrong}");
        }
    }

    /// The buffer was used by another hash: its old content must not matter.
    #[test]
    fn hashes_are_those_of_the_library_whatever_the_room_holds() {
        let library = Argon2::new(Algorithm::Argon2id, Version::V0x13, params());
        let mut buffer = vec![Block::new(); MEMORY_KIB as usize];
        for turn in 0..2 {
            let ours = hashed(b"correct horse battery", &mut buffer).unwrap();
            library.verify_password(b"correct horse battery", ours.as_str()).unwrap();
            let theirs = library.hash_password(b"vT7#plum-orchard").unwrap().to_string();
            assert!(fits(b"vT7#plum-orchard", &theirs, &mut buffer), "{turn}");
            assert!(!fits(b"vT7#plum-orcharD", &theirs, &mut buffer), "{turn}");
        }
    }

    #[test]
    fn nobodys_hash_can_be_compared_with() {
        let error = Argon2::default().verify_password(b"x", NOBODYS).unwrap_err();
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
