//! Reduces a consent's HTML to text and its structure before a patient sees it. No attributes, no links, no
//! images, nothing that loads, runs or can be filled in.
//!
//! One model defines what a text may hold on screens and on paper ([`formatted_text`]). It reads within bounds, so that ammonia, which
//! has the last word, builds its tree from a text of known size. A text that is saved is converted to the model. A text from before
//! the model is shown unchanged, because a signature covers those bytes; only for printing it is read by the model.

#[cfg(test)]
mod fuzzed;
mod refusal;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    sync::{LazyLock, Mutex, PoisonError},
};

use ammonia::Builder;
use formatted_text::{Excess, FORMATTING, MAX_ELEMENTS, Reduced, TAGS, Text, WITHOUT_CONTENT, letters, reduce};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use self::refusal::{Refusal, refusal, unprintable};
use base::error::{Error, Result};
use http_api::fields::Name;

static ALLOWED: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.iter().copied().collect())
        // By default ammonia keeps `title` and `lang`.
        .generic_attributes(HashSet::new())
        .tag_attributes(HashMap::new())
        .link_rel(None)
        .clean_content_tags(WITHOUT_CONTENT.iter().copied().collect());
    builder
});

/// The most bytes of a stored text, the same as for a text in a request.
const MAX_BYTES: usize = 64 * 1024;

/// After this many rounds, a text that still changes is shown as plain text.
const MAX_ROUNDS: usize = 8;

/// SHA-256 of texts that sanitizing does not change. A cache, because stored texts are read often and parsing
/// took a sixth of the time of a request.
static UNCHANGED: LazyLock<Mutex<HashSet<[u8; 32]>>> = LazyLock::new(Mutex::default);

/// How many texts are cached before all are dropped. They take some hundred kilobytes.
const CACHED_TEXTS: usize = 4096;

/// Texts are parsed on threads that serve no requests, two at a time on the whole server.
static PERMITS: Semaphore = Semaphore::const_new(2);

/// The allowed part of a text that will be stored. Sanitizing it again changes nothing.
pub async fn accepted(html: String) -> Result<String> {
    let clean = on_blocking_thread(move || in_the_model(&html))
        .await?
        .map_err(|refusal| Error::field("body", refusal.to_string()))?;
    if clean.len() > MAX_BYTES {
        return Err(Error::field("body", "must be at most 64 KiB"));
    }
    Ok(clean)
}

/// Checks the name of a text, which is printed as it was given.
pub fn accepted_name(field: &str, Name(name): Name) -> Result<String> {
    match unprintable(&name) {
        Some(problem) => Err(Error::field(field, problem)),
        None => Ok(name),
    }
}

/// Converts a text to the model.
fn in_the_model(html: &str) -> Result<String, Refusal> {
    let (written, text) = modelled(html)?;
    match refusal(&text) {
        Some(refusal) => Err(refusal),
        None => Ok(within_bounds(&written)?),
    }
}

/// Converts a text to the model, even if it cannot be printed. Elements that the model adds around formatting and lists count towards
/// the bounds.
fn modelled(html: &str) -> Result<(String, Text), Excess> {
    let (written, text) = written(reduce(html)?);
    if elements(&written) > MAX_ELEMENTS {
        return Err(Excess::Elements);
    }
    reduce(&written)?;
    Ok((written, text))
}

fn elements(html: &str) -> usize {
    html.matches('<').count() - html.matches("</").count()
}

/// The text in the elements of the model, and the model. If the conversion changes nothing but white space, the original text is kept.
fn written(reduced: Reduced) -> (String, Text) {
    let same = reduced.html();
    let text = reduced.into_text();
    let written = text.html();
    match same {
        Some(same) if said(&same) == said(&written) => (same, text),
        _ => (written, text),
    }
}

/// The words and elements of a text, for a comparison. White space becomes single spaces, white space around a line is dropped, and so are
/// the tags of paragraphs.
fn said(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let (mut rest, mut is_in_line, mut has_ended, mut space) = (html, false, false, false);
    while let Some(letter) = rest.chars().next() {
        let tag = if letter == '<' { rest.find('>').map(|end| &rest[..=end]) } else { None };
        let piece = tag.unwrap_or(&rest[..letter.len_utf8()]);
        rest = &rest[piece.len()..];
        let name = piece.trim_start_matches(['<', '/']).trim_end_matches('>');
        let is_block = tag.is_some() && !FORMATTING.contains(&name);
        if is_block {
            (has_ended, space) = (true, false);
            if name != "p" {
                out.push_str(piece);
                is_in_line = false;
            }
        } else if letter.is_ascii_whitespace() {
            space = true;
        } else {
            if is_in_line && has_ended {
                out.push('\n');
            } else if is_in_line && space {
                out.push(' ');
            }
            out.push_str(piece);
            (is_in_line, has_ended, space) = (true, false, false);
        }
    }
    out
}

/// The allowed part of stored texts, in their order. A text beyond the bounds becomes plain text; it could be stored before
/// there were bounds.
pub async fn sanitized(texts: Vec<String>) -> Result<Vec<String>> {
    if texts.iter().all(|text| is_unchanged(text)) {
        return Ok(texts);
    }
    on_blocking_thread(move || texts.iter().map(|text| sanitize(text)).collect()).await
}

/// As `sanitized`, for one text.
pub async fn sanitized_one(text: String) -> Result<String> {
    Ok(sanitized(vec![text]).await?.pop().unwrap_or_default())
}

/// As `sanitized`, on the calling thread. For our own texts, and for callers that have their own thread.
pub fn sanitize(html: &str) -> String {
    if is_unchanged(html) { html.to_owned() } else { within_bounds(html).unwrap_or_else(|_| letters(html)) }
}

async fn on_blocking_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let turn = PERMITS.acquire().await.map_err(|_| Error::Unavailable)?;
    let work = move || {
        // The permit is held until the work ends, even if the request is canceled before.
        let _held = turn;
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::Internal("sanitizing a text panicked".into()))
}

fn within_bounds(html: &str) -> Result<String, Excess> {
    let mut seen = html.to_owned();
    for _ in 0..MAX_ROUNDS {
        let reduced = reduce(&seen)?;
        let read = if reduced.html().as_ref() == Some(&seen) { seen } else { written(reduced).0 };
        let clean = ALLOWED.clean(&read).to_string();
        if clean == read {
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
