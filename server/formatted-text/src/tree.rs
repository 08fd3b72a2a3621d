//! The model of a text.

use crate::{read, token::Token, write};

/// A text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    pub blocks: Vec<Block>,
}

/// A block, which begins and ends a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    /// A heading of level 1 to 4.
    Heading(u8, Vec<Inline>),
    Rule,
    Quote(Vec<Block>),
    List {
        is_ordered: bool,
        items: Vec<Vec<Block>>,
    },
    /// The rows of the head, which each page repeats, and the other rows. Rows may have different numbers of cells.
    Table {
        head: Vec<Vec<Cell>>,
        rows: Vec<Vec<Cell>>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    pub is_head: bool,
    pub blocks: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    Run(Run),
    Break,
}

/// Words with the same style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The marks, outermost first, each once.
    pub marks: Vec<Mark>,
    pub text: String,
}

/// The style of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    B,
    Strong,
    I,
    Em,
    U,
    S,
    Del,
    Ins,
    Sup,
    Sub,
}

impl Mark {
    /// The mark of an element's name.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "b" => Self::B,
            "strong" => Self::Strong,
            "i" => Self::I,
            "em" => Self::Em,
            "u" => Self::U,
            "s" => Self::S,
            "del" => Self::Del,
            "ins" => Self::Ins,
            "sup" => Self::Sup,
            "sub" => Self::Sub,
            _ => return None,
        })
    }

    /// The name of the mark's element.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::B => "b",
            Self::Strong => "strong",
            Self::I => "i",
            Self::Em => "em",
            Self::U => "u",
            Self::S => "s",
            Self::Del => "del",
            Self::Ins => "ins",
            Self::Sup => "sup",
            Self::Sub => "sub",
        }
    }

    /// Whether words are struck out.
    pub const fn strikes(self) -> bool {
        matches!(self, Self::S | Self::Del)
    }
}

impl Text {
    pub(crate) fn of(tokens: Vec<Token>) -> Self {
        Self { blocks: read::blocks(tokens) }
    }

    /// As HTML of the kept elements.
    pub fn html(&self) -> String {
        write::html(&self.blocks)
    }

    /// The words of each block in order: of each paragraph, heading and cell.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        collect(&self.blocks, &mut lines);
        lines
    }
}

fn collect(blocks: &[Block], lines: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Paragraph(content) | Block::Heading(_, content) => lines.push(words(content)),
            Block::Rule => {}
            Block::Quote(blocks) => collect(blocks, lines),
            Block::List { items, .. } => items.iter().for_each(|item| collect(item, lines)),
            Block::Table { head, rows } => {
                head.iter().chain(rows).flatten().for_each(|cell| collect(&cell.blocks, lines));
            }
        }
    }
}

/// The words of one block. A break within the block is a newline.
pub fn words(content: &[Inline]) -> String {
    content
        .iter()
        .map(|part| match part {
            Inline::Run(run) => run.text.as_str(),
            Inline::Break => "\n",
        })
        .collect()
}
