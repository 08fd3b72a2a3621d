//! The model of what the text of a consent or a protocol may hold. The server stores it, screens show it, and the
//! documents print it.
//!
//! HTML that somebody wrote or pasted is read as tokens, within limits ([`reduce`]). The tokens become a tree of blocks
//! ([`Text`]). The tree is written as HTML for screens, and as pages by the documents. A signed text is read with the
//! same model and never rewritten.

mod fit;
mod glyphs;
mod normal;
mod read;
mod reduce;
mod style;
mod tags;
mod token;
mod tree;
mod write;

pub use fit::{Place, TooWide, columns, too_wide};
pub use glyphs::{is_dropped, is_invisible, missing};
pub use reduce::{Cost, Excess, LONGEST_TAG, MAX_DEPTH, MAX_ELEMENTS, Reduced, letters, measured, reduce};
pub use tags::{FORMATTING, TAGS, WITHOUT_CONTENT};
pub use tree::{Block, Cell, Inline, Mark, Run, Text};

#[cfg(test)]
mod tests;
