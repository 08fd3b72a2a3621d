//! The reasons why a text is refused when it is saved. Each names the place, so that the author finds it.

use std::fmt::{Display, Formatter, Result as Written};

use formatted_text::{Excess, LONGEST_TAG, MAX_DEPTH, MAX_ELEMENTS, Text, TooWide, missing, too_wide};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    Bound(Excess),
    Table(TooWide),
    /// A character that no font has, and the words before it.
    Character(char, String),
}

impl From<Excess> for Refusal {
    fn from(excess: Excess) -> Self {
        Self::Bound(excess)
    }
}

/// How many characters before the place are quoted.
const QUOTED: usize = 30;

/// Why a text cannot be printed as it is.
pub fn refusal(text: &Text) -> Option<Refusal> {
    if let Some(table) = too_wide(&text.blocks) {
        return Some(Refusal::Table(table));
    }
    text.lines().iter().find_map(|line| found(line))
}

fn found(line: &str) -> Option<Refusal> {
    let (at, letter) = missing(line)?;
    let before: Vec<char> = line[..at].trim().chars().rev().take(QUOTED).collect();
    Some(Refusal::Character(letter, before.into_iter().rev().collect()))
}

/// Why a line of text cannot be printed. `None` if it can.
pub fn unprintable(line: &str) -> Option<String> {
    found(line).map(|refusal| refusal.to_string())
}

impl Display for Refusal {
    fn fmt(&self, to: &mut Formatter<'_>) -> Written {
        match self {
            Self::Bound(Excess::Depth) => write!(to, "has elements nested more than {MAX_DEPTH} deep"),
            Self::Bound(Excess::Elements) => write!(to, "has more than {MAX_ELEMENTS} elements"),
            Self::Bound(Excess::Tag) => write!(to, "has a tag or a comment of more than {} KiB", LONGEST_TAG / 1024),
            Self::Table(TooWide { most: 0, begins, .. }) => {
                write!(to, "has a table where the page has no room for one. It begins with “{begins}”")
            }
            Self::Table(TooWide { columns, most, begins }) => {
                write!(to, "has a table with {columns} columns where {most} fit on the page. It begins with “{begins}”")
            }
            Self::Character(letter, before) => {
                write!(to, "has the character “{letter}” (U+{:04X}), which cannot be printed, ", u32::from(*letter))?;
                if before.is_empty() {
                    write!(to, "at the beginning of a line")
                } else {
                    write!(to, "after “{before}”")
                }
            }
        }
    }
}
