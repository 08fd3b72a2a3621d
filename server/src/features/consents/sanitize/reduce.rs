//! Reduces HTML to bare, correctly nested elements while it is parsed, without a tree.
//!
//! A tree builder repeats formatting that was left open in every following paragraph, so that a few kilobytes
//! become millions of elements. Here each token is written at once, and open elements, nesting depth and the
//! number of elements are counted on html5ever's own tokens: time and memory grow with the length of the text,
//! whatever is in it.

use std::{cell::RefCell, mem};

use html5ever::{
    LocalName, local_name,
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
        states::RawKind::{Rawtext, Rcdata, ScriptData},
    },
};

/// How deep elements may be nested. Elements in [`IMPLIED_END_TAGS`] are not counted: each of them is inside
/// another element that is.
pub const MAX_DEPTH: usize = 32;

/// How many elements a text may have. A long consent has a few hundred.
pub const MAX_ELEMENTS: usize = 5_000;

/// How many bytes one tag or comment may have. The tokenizer compares the attributes of a tag with each other,
/// which is only fast while there are few.
pub const LONGEST_TAG: usize = 8 * 1024;

/// How many bytes the tokenizer is fed before its progress is checked.
const FED_AT_ONCE: usize = 1024;

/// A bound that a text exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    Depth,
    Elements,
    Tag,
}

/// The elements that are kept.
pub const TAGS: &[&str] = &[
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
];

const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4"];
const FORMATTING: &[&str] = &["b", "strong", "i", "em", "u"];
const SECTIONS: &[&str] = &["thead", "tbody"];
/// Parts of a table, which hold no text of their own.
const TABLE_PARTS: &[&str] = &["table", "thead", "tbody", "tr"];
/// An element in a cell, or in a table, ends nothing outside of it.
const SCOPES: &[&str] = &["td", "th", "table"];
/// Where the search for an open list item ends.
const NO_ITEM_BEYOND: &[&str] =
    &["ul", "ol", "td", "th", "table", "thead", "tbody", "tr", "blockquote", "h1", "h2", "h3", "h4"];

/// Elements that end where the next of their kind starts: none of them is directly inside another.
const IMPLIED_END_TAGS: &[&str] = &["br", "hr", "p", "li", "td", "th", "tr"];

/// Elements whose content is not visible: dropped with everything in them.
pub const WITHOUT_CONTENT: &[&str] = &["script", "style", "title", "noscript", "template", "textarea", "iframe"];

/// What a text has cost, which no clock measures: the same on every machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    /// Tokens, open elements that each tag was compared with, and bytes written.
    pub steps: usize,
    /// Attributes of a tag that the tokenizer has compared with each other.
    pub compared: usize,
}

/// The text with only the elements in [`TAGS`], without attributes and correctly nested.
///
/// # Errors
/// The bound that it exceeds.
pub fn reduce(html: &str) -> Result<String, Excess> {
    measured(html).0
}

/// As [`reduce`], and what it has cost.
pub fn measured(html: &str) -> (Result<String, Excess>, Cost) {
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    let (mut rest, mut silent) = (html, 0);
    while !rest.is_empty() {
        let (piece, next) = rest.split_at(rest.floor_char_boundary(FED_AT_ONCE));
        rest = next;
        queue.push_back(StrTendril::from_slice(piece));
        let _ = tokenizer.feed(&queue);
        let mut written = tokenizer.sink.0.borrow_mut();
        // The tokenizer emits text at once; it is only silent within a tag or a comment.
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

/// The text as plain text, markup included, for a text that exceeds the bounds.
pub fn letters(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    escape(html, &mut out);
    out
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            // A parser reads neither of them unchanged.
            '\0' => {}
            '\r' => out.push('\n'),
            _ => out.push(c),
        }
    }
}

#[derive(Default)]
struct Sink(RefCell<Output>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut written = self.0.borrow_mut();
        written.work.steps += 1;
        if !matches!(token, Token::ParseError(_)) {
            written.has_moved = true;
        }
        match token {
            Token::TagToken(tag) => return written.tag(&tag),
            Token::CharacterTokens(text) => written.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// The output so far.
#[derive(Default)]
struct Output {
    out: String,
    open: Vec<&'static str>,
    elements: usize,
    /// The dropped element around the present position, and how many of its name are open.
    dropped: Option<(LocalName, usize)>,
    has_moved: bool,
    excess: Option<Excess>,
    work: Cost,
}

impl Output {
    fn finish(mut self) -> (Result<String, Excess>, Cost) {
        self.close_to(0);
        let cost = self.cost();
        (self.excess.map_or(Ok(self.out), Err), cost)
    }

    fn cost(&self) -> Cost {
        Cost { steps: self.work.steps + self.out.len(), ..self.work }
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let starts = tag.kind == TagKind::StartTag;
        self.work.steps += self.open.len();
        self.work.compared += tag.attrs.len() * tag.attrs.len() / 2;
        // After a bound is exceeded nothing is written: the rest of the piece is skipped.
        if self.excess.is_none() && !self.is_dropped(tag) {
            match (TAGS.iter().find(|known| **known == &*tag.name), starts) {
                (Some(name), true) => self.start(name),
                (Some(name), false) => self.end(name),
                (None, _) => {}
            }
        }
        if starts { content_of(&tag.name) } else { TokenSinkResult::Continue }
    }

    /// Tracks the elements that are dropped with their content.
    fn is_dropped(&mut self, tag: &Tag) -> bool {
        let starts = tag.kind == TagKind::StartTag;
        match &mut self.dropped {
            None if starts && WITHOUT_CONTENT.contains(&&*tag.name) => self.dropped = Some((tag.name.clone(), 1)),
            None => return false,
            Some((name, open)) if *name == tag.name => {
                *open = if starts { *open + 1 } else { *open - 1 };
                if *open == 0 {
                    self.dropped = None;
                }
            }
            Some(_) => {}
        }
        true
    }

    fn text(&mut self, text: &str) {
        if self.dropped.is_some() || self.excess.is_some() {
            return;
        }
        if !text.chars().all(|c| c.is_ascii_whitespace()) {
            self.ensure_cell();
        }
        escape(text, &mut self.out);
    }

    /// A start tag: ends what it ends implicitly, opens what it needs around it, and writes the tag.
    fn start(&mut self, name: &'static str) {
        match name {
            "thead" | "tbody" => return self.section(name),
            "tr" => return self.row(),
            "td" | "th" => return self.cell(name),
            "br" => {
                self.ensure_cell();
                return self.empty("<br>");
            }
            _ => self.ensure_cell(),
        }
        if name == "li"
            && let Some(at) = self.nearest(&["li"], NO_ITEM_BEYOND)
        {
            self.close_to(at);
        }
        if !FORMATTING.contains(&name)
            && let Some(at) = self.nearest(&["p"], SCOPES)
        {
            self.close_to(at);
        }
        if HEADINGS.contains(&name) && self.open.last().is_some_and(|last| HEADINGS.contains(last)) {
            self.close_to(self.open.len() - 1);
        }
        if name == "hr" { self.empty("<hr>") } else { self.push(name) }
    }

    fn empty(&mut self, element: &str) {
        self.count();
        self.out.push_str(element);
    }

    fn count(&mut self) {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            self.excess.get_or_insert(Excess::Elements);
        }
    }

    fn section(&mut self, name: &'static str) {
        if let Some(table) = self.table() {
            self.close_to(table + 1);
            self.push(name);
        }
    }

    fn row(&mut self) {
        let Some(table) = self.table() else { return };
        let has_section = self.open.get(table + 1).is_some_and(|next| SECTIONS.contains(next));
        self.close_to(table + 1 + usize::from(has_section));
        if !has_section {
            self.push("tbody");
        }
        self.push("tr");
    }

    fn cell(&mut self, name: &'static str) {
        let Some(table) = self.table() else { return };
        if self.open.get(table + 2).is_some_and(|next| *next == "tr") {
            self.close_to(table + 3);
        } else {
            self.row();
        }
        self.push(name);
    }

    /// Text and other elements of a table must be in a cell; opens one if needed.
    fn ensure_cell(&mut self) {
        if self.open.last().is_some_and(|last| TABLE_PARTS.contains(last)) {
            self.cell("td");
        }
    }

    fn end(&mut self, name: &'static str) {
        let found = match name {
            "table" => self.table(),
            "thead" | "tbody" | "tr" | "td" | "th" => self.nearest(&[name], &["table"]),
            "li" => self.nearest(&["li"], &["ul", "ol", "td", "th", "table"]),
            _ if HEADINGS.contains(&name) => self.nearest(HEADINGS, SCOPES),
            _ => self.nearest(&[name], SCOPES),
        };
        let Some(at) = found else { return };
        // `<b><i>x</b>y</i>`: other open formatting continues.
        let above = self.open[at + 1..].to_vec();
        self.close_to(at);
        if FORMATTING.contains(&name) && above.iter().all(|open| FORMATTING.contains(open)) {
            for open in above {
                self.push(open);
            }
        }
    }

    /// The table that a part of one belongs to.
    fn table(&self) -> Option<usize> {
        self.open.iter().rposition(|open| *open == "table")
    }

    /// The innermost open element with one of these names, up to the innermost bound.
    fn nearest(&self, names: &[&str], bounds: &[&str]) -> Option<usize> {
        let at = self.open.iter().rposition(|open| names.contains(open) || bounds.contains(open))?;
        names.contains(&self.open[at]).then_some(at)
    }

    fn push(&mut self, name: &'static str) {
        let counted = self.open.iter().filter(|open| !IMPLIED_END_TAGS.contains(open)).count();
        if counted >= MAX_DEPTH && !IMPLIED_END_TAGS.contains(&name) {
            self.excess.get_or_insert(Excess::Depth);
            return;
        }
        self.count();
        self.open.push(name);
        self.out.push('<');
        self.out.push_str(name);
        self.out.push('>');
    }

    fn close_to(&mut self, at: usize) {
        while self.open.len() > at {
            if let Some(name) = self.open.pop() {
                self.out.push_str("</");
                self.out.push_str(name);
                self.out.push('>');
            }
        }
    }
}

/// How the tokenizer must read an element's content; a tree builder would say so.
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
