//! An element that was started and has not ended.

use html5ever::LocalName;

use super::numbers::Numbers;
use crate::{style::SymbolFont, tags::STYLED, tree::Mark};

#[derive(Debug, Clone)]
pub struct Open {
    /// The name under which the element is kept.
    pub name: &'static str,
    /// The name of the element's end tag.
    pub source: LocalName,
    pub marks: Vec<Mark>,
    pub font: Option<SymbolFont>,
    /// Whether line breaks in the text are kept.
    pub is_as_typed: bool,
    /// The numbers of an ordered list's next item.
    pub numbers: Option<Numbers>,
    /// For an element that is kept only for its style: how many other elements of its name are open within it.
    pub within: usize,
}

impl Open {
    pub fn of(name: &'static str) -> Self {
        Self {
            name,
            source: LocalName::from(name),
            marks: Vec::new(),
            font: None,
            is_as_typed: false,
            numbers: None,
            within: 0,
        }
    }

    pub fn is_written(&self) -> bool {
        self.name != STYLED || !self.marks.is_empty()
    }
}
