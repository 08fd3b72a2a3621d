//! The rule for what fits on a page, used to refuse a text and to print it. Lengths are tenths of a millimeter.

use crate::tree::{Block, Cell};

/// The width of a letter page between its margins.
pub const PAGE_WIDTH: u32 = 1_759;
/// The indentation of a list and a quote.
pub const INDENT: u32 = 70;
/// The difference between the width of a column and the inside of its cell.
pub const CELL_INSET: u32 = 40;
/// The narrowest column: about ten letters.
const NARROWEST: u32 = 200;
/// The maximum nesting of lists, quotes and tables. Deeper ones are printed without their frames.
pub const MAX_FRAMES: usize = 6;

/// A place on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub width: u32,
    /// The number of lists, quotes and tables around the place.
    pub frames: usize,
}

impl Place {
    pub const PAGE: Self = Self { width: PAGE_WIDTH, frames: 0 };

    /// The place within a list or a quote here. `None` if it would be too narrow or too deep.
    pub fn indented(self) -> Option<Self> {
        let width = self.width.checked_sub(INDENT).filter(|width| *width >= 2 * NARROWEST)?;
        (self.frames < MAX_FRAMES).then_some(Self { width, frames: self.frames + 1 })
    }

    /// The maximum number of columns of a table here.
    pub const fn columns(self) -> usize {
        if self.frames < MAX_FRAMES { (self.width / NARROWEST) as usize } else { 0 }
    }

    /// The place within a cell of a table here. `None` if the table has too many columns.
    pub fn cell(self, columns: usize) -> Option<Self> {
        let divisor = u32::try_from(columns).ok().filter(|_| (1..=self.columns()).contains(&columns))?;
        Some(Self { width: self.width / divisor - CELL_INSET, frames: self.frames + 1 })
    }
}

/// A table that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooWide {
    pub columns: usize,
    /// The maximum number of columns that fit.
    pub most: usize,
    /// The words of the table's first cells.
    pub begins: String,
}

/// The number of columns of the widest row.
pub fn columns(head: &[Vec<Cell>], rows: &[Vec<Cell>]) -> usize {
    head.iter().chain(rows).map(Vec::len).max().unwrap_or(0)
}

/// The first table that does not fit.
pub fn too_wide(blocks: &[Block]) -> Option<TooWide> {
    search(blocks, Place::PAGE)
}

fn search(blocks: &[Block], place: Place) -> Option<TooWide> {
    blocks.iter().find_map(|block| match block {
        Block::Quote(inner) => search(inner, place.indented().unwrap_or(place)),
        Block::List { items, .. } => {
            let place = place.indented().unwrap_or(place);
            items.iter().find_map(|item| search(item, place))
        }
        Block::Table { head, rows } => {
            let columns = columns(head, rows);
            let Some(cell) = place.cell(columns) else {
                return Some(TooWide { columns, most: place.columns(), begins: beginning(block) });
            };
            head.iter().chain(rows).flatten().find_map(|one| search(&one.blocks, cell))
        }
        _ => None,
    })
}

const LONGEST_BEGINNING: usize = 40;

fn beginning(table: &Block) -> String {
    let lines = crate::Text { blocks: vec![table.clone()] }.lines();
    lines.join(" ").chars().take(LONGEST_BEGINNING).collect()
}
