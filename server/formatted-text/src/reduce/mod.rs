//! Reduces HTML to correctly nested elements during parsing, without a tree.
//!
//! A tree builder repeats unclosed formatting in every following paragraph, so that a few kilobytes become millions of
//! elements. Here each token is written at once, and open elements, nesting depth and the number of elements are
//! counted on html5ever's own tokens. So time and memory grow with the length of the text, whatever its content.

use std::{cell::RefCell, mem};

use html5ever::{
    LocalName, local_name,
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Token as Given, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
        states::RawKind::{Rawtext, Rcdata, ScriptData},
    },
};

use self::output::Output;
use crate::{
    token::{self, Token},
    tree::Text,
};

mod grid;
mod list;
mod numbers;
mod open;
mod output;
mod table;

/// The maximum nesting of elements. Elements that end where the next of their kind starts are not counted, because each
/// of them is inside a counted element.
pub const MAX_DEPTH: usize = 32;

/// The maximum number of elements of a text. A long consent has a few hundred.
pub const MAX_ELEMENTS: usize = 5_000;

/// The maximum number of bytes of one tag or comment. The tokenizer compares the attributes of a tag with each other,
/// which is only fast for few attributes.
pub const LONGEST_TAG: usize = 8 * 1024;

/// The number of bytes that the tokenizer gets before its progress is checked.
const FED_AT_ONCE: usize = 1024;

/// A limit that a text exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    Depth,
    Elements,
    Tag,
}

/// A text as tokens of the kept elements.
#[derive(Debug, Default)]
pub struct Reduced {
    tokens: Vec<Token>,
}

impl Reduced {
    /// The tokens as HTML. `None` if HTML of the kept elements cannot express them.
    pub fn html(&self) -> Option<String> {
        token::html(&self.tokens)
    }

    pub fn into_text(self) -> Text {
        Text::of(self.tokens)
    }
}

/// The cost of reducing a text, counted and not timed, so it is the same on every machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    /// The sum of tokens, open elements that each tag was compared with, and bytes written.
    pub steps: usize,
    /// The number of attributes of a tag that the tokenizer has compared with each other.
    pub compared: usize,
}

/// The text with only the kept elements, correctly nested.
pub fn reduce(html: &str) -> Result<Reduced, Excess> {
    measured(html).0
}

/// Like [`reduce`], and returns the cost.
pub fn measured(html: &str) -> (Result<Reduced, Excess>, Cost) {
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    let (mut rest, mut silent) = (html, 0);
    while !rest.is_empty() {
        let (piece, next) = rest.split_at(rest.floor_char_boundary(FED_AT_ONCE));
        rest = next;
        queue.push_back(StrTendril::from_slice(piece));
        let _ = tokenizer.feed(&queue);
        let mut written = tokenizer.sink.0.borrow_mut();
        // The tokenizer emits text at once. It emits nothing only within a tag or a comment.
        silent = if mem::take(&mut written.has_moved) { 0 } else { silent + piece.len() };
        if silent > LONGEST_TAG {
            written.excess.get_or_insert(Excess::Tag);
        }
        if let Some(excess) = written.excess {
            return (Err(excess), written.cost());
        }
    }
    tokenizer.end();
    tokenizer.sink.0.take().finish()
}

/// The text as plain text including markup, for a text that exceeds the limits.
pub fn letters(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    token::escape(html, &mut out);
    out
}

#[derive(Default)]
struct Sink(RefCell<Output>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Given, _line: u64) -> TokenSinkResult<()> {
        let mut written = self.0.borrow_mut();
        written.work.steps += 1;
        if !matches!(token, Given::ParseError(_)) {
            written.has_moved = true;
        }
        match token {
            Given::TagToken(tag) => return written.tag(&tag),
            Given::CharacterTokens(text) => written.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// How the tokenizer must read an element's content. Usually a tree builder would tell it.
fn content_of(name: &LocalName) -> TokenSinkResult<()> {
    match *name {
        local_name!("script") => TokenSinkResult::RawData(ScriptData),
        local_name!("style")
        | local_name!("xmp")
        | local_name!("iframe")
        | local_name!("noembed")
        | local_name!("noframes") => TokenSinkResult::RawData(Rawtext),
        local_name!("title") | local_name!("textarea") => TokenSinkResult::RawData(Rcdata),
        local_name!("plaintext") => TokenSinkResult::Plaintext,
        _ => TokenSinkResult::Continue,
    }
}
