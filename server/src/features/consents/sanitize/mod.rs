//! Reduces a consent's HTML to text and its structure before a patient sees it. No attributes, no links, no
//! images, nothing that loads, runs or can be filled in.
//!
//! A text is first reduced on tokens, within bounds ([`reduce`]), and the result is passed to ammonia, which
//! decides: so its tree is built from a text of known size.

mod reduce;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    sync::{LazyLock, Mutex, PoisonError},
};

use ammonia::Builder;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use self::reduce::{Excess, LONGEST_TAG, MAX_DEPTH, MAX_ELEMENTS, TAGS, WITHOUT_CONTENT, letters, reduce};
use crate::foundation::error::{Error, Result};

static ALLOWED: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.iter().copied().collect())
        // ammonia keeps `title` and `lang` by default.
        .generic_attributes(HashSet::new())
        .tag_attributes(HashMap::new())
        .link_rel(None)
        .clean_content_tags(WITHOUT_CONTENT.iter().copied().collect());
    builder
});

/// A stored text has at most this many bytes, like a text that is sent.
const MAX_BYTES: usize = 64 * 1024;

/// A text that still changes after this many rounds is shown as plain text.
const MAX_ROUNDS: usize = 8;

/// SHA-256 of texts that sanitizing leaves as they are: a stored text is read again and again, and parsing it
/// took a sixth of the time of a request.
static UNCHANGED: LazyLock<Mutex<HashSet<[u8; 32]>>> = LazyLock::new(Mutex::default);

/// How many are cached before all are dropped: some hundred kilobytes.
const CACHED_TEXTS: usize = 4096;

/// Texts are parsed on threads that serve no requests, two at a time on the whole server.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// The allowed part of a text that will be stored; sanitizing it again changes nothing.
///
/// # Errors
/// A message about the bound that the text exceeds.
pub async fn accepted(html: String) -> Result<String> {
    let clean = on_blocking_thread(move || within_bounds(&html))
        .await?
        .map_err(|excess| Error::field("body", words(excess)))?;
    if clean.len() > MAX_BYTES {
        return Err(Error::field("body", "must be at most 64 KiB"));
    }
    Ok(clean)
}

/// The allowed part of stored texts, in their order. A text beyond the bounds, which could be stored before
/// there were any, becomes plain text.
///
/// # Errors
/// When the server is stopping.
pub async fn sanitized(texts: Vec<String>) -> Result<Vec<String>> {
    if texts.iter().all(|text| is_unchanged(text)) {
        return Ok(texts);
    }
    on_blocking_thread(move || texts.iter().map(|text| sanitize(text)).collect()).await
}

/// As [`sanitized`], for one text.
///
/// # Errors
/// When the server is stopping.
pub async fn sanitized_one(text: String) -> Result<String> {
    Ok(sanitized(vec![text]).await?.pop().unwrap_or_default())
}

/// As [`sanitized`], on the calling thread. For our own texts, and for callers on a thread of their own.
pub fn sanitize(html: &str) -> String {
    if is_unchanged(html) { html.to_owned() } else { within_bounds(html).unwrap_or_else(|_| letters(html)) }
}

async fn on_blocking_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let turn = PERMITS.acquire().await.map_err(|_| Error::Unavailable)?;
    let work = move || {
        // The permit is held until the work ends, even after the request was cancelled.
        let _held = turn;
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::Internal("sanitizing a text panicked".into()))
}

fn words(excess: Excess) -> String {
    match excess {
        Excess::Depth => format!("has elements nested more than {MAX_DEPTH} deep"),
        Excess::Elements => format!("has more than {MAX_ELEMENTS} elements"),
        Excess::Tag => format!("has a tag or a comment of more than {} KiB", LONGEST_TAG / 1024),
    }
}

fn within_bounds(html: &str) -> Result<String, Excess> {
    let mut seen = html.to_owned();
    for _ in 0..MAX_ROUNDS {
        let reduced = reduce(&seen)?;
        let clean = ALLOWED.clean(&reduced).to_string();
        if clean == reduced {
            remember(&clean);
            return Ok(clean);
        }
        seen = clean;
    }
    Ok(letters(html))
}

fn is_unchanged(html: &str) -> bool {
    let digest: [u8; 32] = Sha256::digest(html.as_bytes()).into();
    UNCHANGED.lock().unwrap_or_else(PoisonError::into_inner).contains(&digest)
}

fn remember(clean: &str) {
    let mut unchanged = UNCHANGED.lock().unwrap_or_else(PoisonError::into_inner);
    if unchanged.len() >= CACHED_TEXTS {
        unchanged.clear();
    }
    unchanged.insert(Sha256::digest(clean.as_bytes()).into());
}
