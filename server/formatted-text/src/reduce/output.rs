//! The output of a text while its tags are read: the elements that each tag opens and closes.

use std::mem;

use html5ever::{
    LocalName,
    tokenizer::{Tag, TagKind, TokenSinkResult},
};

use super::{Cost, Excess, MAX_DEPTH, MAX_ELEMENTS, Reduced, content_of, grid::Grid, numbers::Numbers, open::Open};
use crate::{
    glyphs::is_dropped,
    style::{SymbolFont, style_of, unsymbolled},
    tags::{
        AS_TYPED, FORMATTING, HEADINGS, IMPLIED_END_TAGS, Meaning, NO_ITEM_BEYOND, NUMBERED_BEFORE, SCOPES, STYLED,
        WITHOUT_CONTENT, meaning,
    },
    token::Token,
    tree::Mark,
};

/// The output so far.
#[derive(Default)]
pub struct Output {
    out: Vec<Token>,
    /// The number of bytes written.
    bytes: usize,
    pub(super) open: Vec<Open>,
    /// The cell positions of each open table.
    pub(super) grids: Vec<Grid>,
    elements: usize,
    /// The dropped element around the present position, and how many elements of its name are open.
    dropped: Option<(LocalName, usize)>,
    /// Whether there are words since the last block element.
    has_words: bool,
    /// Whether the next output begins a line.
    begins_line: bool,
    quotes: usize,
    /// The number of a list's item, which its first words follow.
    pub(super) number: Option<String>,
    pub(super) has_moved: bool,
    pub(super) excess: Option<Excess>,
    pub(super) work: Cost,
}

impl Output {
    pub(super) fn finish(mut self) -> (Result<Reduced, Excess>, Cost) {
        self.write_number();
        self.close_to(0);
        let cost = self.cost();
        (self.excess.map_or(Ok(Reduced { tokens: self.out }), Err), cost)
    }

    pub(super) fn cost(&self) -> Cost {
        Cost { steps: self.work.steps + self.bytes, ..self.work }
    }

    pub(super) fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let starts = tag.kind == TagKind::StartTag;
        self.work.steps += self.open.len();
        self.work.compared += tag.attrs.len() * tag.attrs.len() / 2;
        // Nothing is written after a limit is exceeded: the rest of the piece is skipped.
        if self.excess.is_none() && !self.is_dropped(tag) {
            if starts { self.start(tag) } else { self.end(tag) }
        }
        if starts { content_of(&tag.name) } else { TokenSinkResult::Continue }
    }

    /// Tracks elements that are dropped together with their content.
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

    pub(super) fn text(&mut self, text: &str) {
        if self.dropped.is_some() || self.excess.is_some() {
            return;
        }
        if !text.chars().all(|c| c.is_ascii_whitespace()) {
            self.write_number();
            self.ensure_cell();
            self.begin_words();
        }
        let font = self.open.iter().rev().find_map(|open| open.font);
        // Overrides would reverse the words next to them on a screen, and are not printed.
        let shown: String =
            text.chars().filter(|letter| !is_dropped(*letter)).map(|letter| unsymbolled(letter, font)).collect();
        if !self.open.iter().any(|open| open.is_as_typed) {
            return self.write(Token::Text(shown));
        }
        for (at, line) in shown.split('\n').enumerate() {
            if at > 0 && self.has_words {
                self.empty("br");
            }
            self.write(Token::Text(line.to_owned()));
        }
    }

    /// Prepares for words. They start a new line if the previous line has ended.
    fn begin_words(&mut self) {
        if mem::take(&mut self.begins_line) && self.has_words {
            self.count();
            self.write(Token::Line);
        }
        self.has_words = true;
    }

    pub(super) fn write(&mut self, token: Token) {
        self.bytes += match &token {
            Token::Open(name, _) => name.len() + 2,
            Token::Close(name) => name.len() + 3,
            Token::Empty(_) | Token::Line => 4,
            Token::Text(text) => text.len(),
        };
        if let Token::Open(name, _) | Token::Close(name) | Token::Empty(name) = &token
            && *name != STYLED
            && *name != "br"
            && !FORMATTING.contains(name)
        {
            (self.has_words, self.begins_line) = (false, false);
        }
        self.out.push(token);
    }

    /// Handles a start tag: ends the elements that it ends implicitly, opens the elements that it requires, and writes it.
    fn start(&mut self, tag: &Tag) {
        let style = style_of(tag);
        match meaning(&tag.name) {
            Meaning::Kept(name) if !style.is_plain => self.start_kept(name, tag, style.marks),
            read => {
                if read == Meaning::Line {
                    self.end_line();
                }
                if read == Meaning::Quoted {
                    self.quotes += 1;
                    self.text("\u{201c}");
                }
                self.start_styled(tag, style.marks, style.font);
            }
        }
    }

    /// Opens an element that is not kept, for its style and for how its text is read.
    fn start_styled(&mut self, tag: &Tag, marks: Vec<Mark>, font: Option<SymbolFont>) {
        let is_as_typed = AS_TYPED.contains(&&*tag.name);
        let around = self.open.iter().rev().find_map(|open| open.font);
        let font = font.filter(|font| *font != SymbolFont::Text || around.is_some());
        let is_kept = matches!(meaning(&tag.name), Meaning::Kept(_));
        if marks.is_empty() && font.is_none() && !is_as_typed && !is_kept {
            // The end tag must not end another element of this name that has a style.
            if let Some(at) = self.nearest_styled(&tag.name) {
                self.open[at].within += 1;
            }
            return;
        }
        if is_void(&tag.name) {
            return;
        }
        self.ensure_cell();
        self.push(Open { source: tag.name.clone(), font, is_as_typed, marks, ..Open::of(STYLED) });
    }

    fn start_kept(&mut self, name: &'static str, tag: &Tag, marks: Vec<Mark>) {
        let table = self.table();
        match name {
            "thead" | "tbody" if table.is_some() => return self.section(name, marks),
            "tr" if table.is_some() => return self.row(marks),
            "td" | "th" if table.is_some() => return self.cell(name, marks, Some(tag)),
            // Table parts outside of a table end lines, so that their words do not run together.
            "thead" | "tbody" | "tr" | "td" | "th" => return self.end_line(),
            "br" => {
                self.write_number();
                self.ensure_cell();
                self.begin_words();
                return self.empty("br");
            }
            _ => self.ensure_cell(),
        }
        if NUMBERED_BEFORE.contains(&name) {
            self.write_number();
        }
        if name == "li" {
            if let Some(list) = self.list_around()
                && self.numbered_item(list, tag, &marks)
            {
                return;
            }
            if let Some(at) = self.nearest(&["li"], NO_ITEM_BEYOND) {
                self.close_to(at);
            }
        }
        let numbers = (name == "ol").then(|| Numbers::of(tag));
        if let Some(unusual) = numbers.filter(|numbers| !numbers.is_usual()) {
            return self.numbered_list(tag, unusual, marks);
        }
        if !FORMATTING.contains(&name) {
            self.end_paragraph();
        }
        if HEADINGS.contains(&name) && self.open.last().is_some_and(|last| HEADINGS.contains(&last.name)) {
            self.close_to(self.open.len() - 1);
        }
        if name == "hr" {
            return self.empty("hr");
        }
        self.push(Open { marks, source: tag.name.clone(), numbers, ..Open::of(name) });
    }

    /// The list in which an item would stand here.
    fn list_around(&self) -> Option<usize> {
        let is_bound =
            |open: &Open| open.numbers.is_some() || (open.name != "li" && NO_ITEM_BEYOND.contains(&open.name));
        self.open.iter().rposition(is_bound)
    }

    pub(super) fn end_line(&mut self) {
        self.end_paragraph();
        self.begins_line = true;
    }

    pub(super) fn end_paragraph(&mut self) {
        if let Some(at) = self.nearest(&["p"], SCOPES) {
            self.close_to(at);
        }
    }

    fn empty(&mut self, element: &'static str) {
        self.count();
        self.write(Token::Empty(element));
    }

    pub(super) fn count(&mut self) {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            self.excess.get_or_insert(Excess::Elements);
        }
    }

    fn end(&mut self, tag: &Tag) {
        let read = meaning(&tag.name);
        if read == Meaning::Quoted && self.quotes > 0 {
            self.quotes -= 1;
            self.text("\u{201d}");
        }
        if let Some(at) = self.nearest_styled(&tag.name) {
            if self.open[at].within > 0 {
                self.open[at].within -= 1;
            } else {
                self.close_to(at);
                if matches!(read, Meaning::Kept("ol" | "li")) {
                    self.write_number();
                    self.end_line();
                }
            }
        } else if let Meaning::Kept(name) = read {
            return self.end_kept(name);
        }
        if read == Meaning::Line {
            self.end_line();
        }
    }

    fn end_kept(&mut self, name: &'static str) {
        let found = match name {
            "table" => self.table(),
            "thead" | "tbody" | "tr" | "td" | "th" => self.nearest(&[name], &["table"]),
            "li" => self.nearest(&["li"], &["ul", "ol", "td", "th", "table"]),
            _ if HEADINGS.contains(&name) => self.nearest(HEADINGS, SCOPES),
            _ => self.nearest(&[name], SCOPES),
        };
        let Some(at) = found else {
            if !FORMATTING.contains(&name) && name != "br" {
                self.begins_line = true;
            }
            return;
        };
        // `<b><i>x</b>y</i>`: other open formatting continues.
        let above = self.open[at + 1..].to_vec();
        self.close_to(at);
        if FORMATTING.contains(&name) && above.iter().all(|open| FORMATTING.contains(&open.name)) {
            for open in above {
                self.push(open);
            }
        }
    }

    /// The innermost open element with one of these names, but not outside of the innermost bound.
    pub(super) fn nearest(&self, names: &[&str], bounds: &[&str]) -> Option<usize> {
        let at = self.open.iter().rposition(|open| names.contains(&open.name) || bounds.contains(&open.name))?;
        names.contains(&self.open[at].name).then_some(at)
    }

    /// The innermost open element of this name, if it is kept only for its style.
    fn nearest_styled(&self, source: &LocalName) -> Option<usize> {
        let at = self.open.iter().rposition(|open| open.source == *source || SCOPES.contains(&open.name))?;
        (self.open[at].source == *source && self.open[at].name == STYLED).then_some(at)
    }

    pub(super) fn push(&mut self, open: Open) {
        let counted = self.open.iter().filter(|open| !IMPLIED_END_TAGS.contains(&open.name)).count();
        if counted >= MAX_DEPTH && !IMPLIED_END_TAGS.contains(&open.name) {
            self.excess.get_or_insert(Excess::Depth);
            return;
        }
        self.count();
        match open.name {
            "table" => self.grids.push(Grid::default()),
            "tr" => self.grids.iter_mut().last().into_iter().for_each(Grid::next_row),
            _ => {}
        }
        if open.is_written() {
            self.write(Token::Open(open.name, open.marks.clone()));
        }
        self.open.push(open);
    }

    pub(super) fn close_to(&mut self, at: usize) {
        while self.open.len() > at {
            let Some(open) = self.open.pop() else { return };
            if open.name == "tr" {
                let covered = self.grids.last_mut().map_or(0, Grid::end_row);
                self.covered(covered);
            }
            if open.name == "table" {
                self.grids.pop();
            }
            if open.is_written() {
                self.write(Token::Close(open.name));
            }
        }
    }
}

fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area" | "base" | "col" | "embed" | "img" | "input" | "link" | "meta" | "param" | "source" | "track" | "wbr"
    )
}
