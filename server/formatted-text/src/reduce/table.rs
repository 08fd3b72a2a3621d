//! The parts of a table. A part outside of its place gets the parts that it requires around it.

use html5ever::tokenizer::Tag;

use super::{open::Open, output::Output};
use crate::{
    style::span,
    tags::{SECTIONS, TABLE_PARTS},
    token::Token,
    tree::Mark,
};

impl Output {
    pub(super) fn section(&mut self, name: &'static str, marks: Vec<Mark>) {
        if let Some(table) = self.table() {
            self.close_to(table + 1);
            self.push(Open { marks, ..Open::of(name) });
        }
    }

    pub(super) fn row(&mut self, marks: Vec<Mark>) {
        let Some(table) = self.table() else { return };
        let has_section = self.open.get(table + 1).is_some_and(|next| SECTIONS.contains(&next.name));
        self.close_to(table + 1 + usize::from(has_section));
        if !has_section {
            self.push(Open::of("tbody"));
        }
        self.push(Open { marks, ..Open::of("tr") });
    }

    pub(super) fn cell(&mut self, name: &'static str, marks: Vec<Mark>, tag: Option<&Tag>) {
        let Some(table) = self.table() else { return };
        if self.open.get(table + 2).is_some_and(|next| next.name == "tr") {
            self.close_to(table + 3);
        } else {
            self.row(Vec::new());
        }
        let (columns, rows) = tag.map_or((1, 1), |tag| (span(tag, "colspan"), span(tag, "rowspan")));
        let covered = self.grids.last_mut().map_or(0, |grid| grid.next_cell(columns, rows));
        self.covered(covered);
        self.push(Open { marks, ..Open::of(name) });
    }

    /// Writes empty cells where a cell spans others, so that content stays below its heading.
    pub(super) fn covered(&mut self, cells: usize) {
        for _ in 0..cells {
            self.count();
            if self.excess.is_some() {
                return;
            }
            self.write(Token::Open("td", Vec::new()));
            self.write(Token::Close("td"));
        }
    }

    /// Text and other elements of a table must be in a cell. Opens a cell if needed.
    pub(super) fn ensure_cell(&mut self) {
        if self.open.last().is_some_and(|last| TABLE_PARTS.contains(&last.name)) {
            self.cell("td", Vec::new(), None);
        }
    }

    /// The table around a part.
    pub(super) fn table(&self) -> Option<usize> {
        self.open.iter().rposition(|open| open.name == "table")
    }
}
