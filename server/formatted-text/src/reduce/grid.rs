//! The positions of a table's cells. Elements have no attributes here, so a cell that spans others is followed by empty
//! cells. Otherwise a dose could move below another heading.

#[derive(Debug, Default)]
pub struct Grid {
    /// The column of the next cell.
    column: usize,
    /// The number of further cells that the last cell covers in its row.
    covered: usize,
    /// For each column, the number of further rows that a cell above covers.
    below: Vec<usize>,
}

/// The maximum number of columns that are tracked.
const MAX_COLUMNS: usize = 1_000;

impl Grid {
    pub fn next_row(&mut self) {
        (self.column, self.covered) = (0, 0);
    }

    /// Adds a cell that spans this many columns and rows. Returns the number of empty cells before it.
    pub fn next_cell(&mut self, columns: usize, rows: usize) -> usize {
        let mut empty = std::mem::take(&mut self.covered);
        while self.take_below() {
            empty += 1;
        }
        for column in
            (self.column..self.column + columns).filter(|_| rows > 1).take_while(|column| *column < MAX_COLUMNS)
        {
            if self.below.len() <= column {
                self.below.resize(column + 1, 0);
            }
            self.below[column] = rows - 1;
        }
        self.column += columns;
        self.covered = columns - 1;
        empty
    }

    /// The number of empty cells at the end of the row.
    pub fn end_row(&mut self) -> usize {
        let mut empty = std::mem::take(&mut self.covered);
        while self.below.iter().skip(self.column).any(|rows| *rows > 0) {
            if !self.take_below() {
                self.column += 1;
            }
            empty += 1;
        }
        empty
    }

    /// Passes a position that a cell above covers.
    fn take_below(&mut self) -> bool {
        let Some(rows) = self.below.get_mut(self.column).filter(|rows| **rows > 0) else { return false };
        *rows -= 1;
        self.column += 1;
        true
    }
}
