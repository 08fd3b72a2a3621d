//! Reads a file of clients, which may contain anything. Every size is limited before data is kept, and an unreadable file gives a
//! sentence for the person.

mod bounds;
mod decode;
mod delimited;
#[cfg(test)]
mod tests;
mod workbook;

use std::panic::AssertUnwindSafe;

use entity::{clinic::import_batch::ImportSheet, words::ImportEncoding};
use tokio::sync::Semaphore;

use super::matching;
use base::error::{Error, Result};
use http_api::table::unguarded;

/// The largest file.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The most rows below the columns' names.
pub const MAX_ROWS: usize = 50_000;
const MAX_COLUMNS: usize = 200;
/// The most characters of one cell, which is the limit of a note.
const LONGEST_CELL: usize = 10_000;
/// The most characters of all cells together. A million cells of a workbook may refer to one text.
const MAX_LETTERS: usize = 32 * 1024 * 1024;

/// Files are parsed on a thread that serves no requests, one at a time on the whole server.
static PERMITS: Semaphore = Semaphore::const_new(1);

/// A sentence for the person that says why a file cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl Unreadable {
    fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

/// The person's options for reading the file; an absent option is detected.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    pub encoding: Option<ImportEncoding>,
    pub has_header: Option<bool>,
    /// The row with the columns' names, as a spreadsheet numbers it.
    pub header_row: Option<i32>,
    pub sheet: Option<String>,
}

/// A file that was read.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// `None` for a workbook, which has its own encoding.
    pub encoding: Option<ImportEncoding>,
    pub has_header: bool,
    /// The row with the columns' names. Rows above it are left out.
    pub header_row: Option<i32>,
    /// The sheet of a workbook.
    pub sheet: Option<String>,
    pub sheets: Vec<ImportSheet>,
    pub columns: Vec<String>,
    /// Each row with its number, as a spreadsheet shows it.
    pub rows: Vec<(i32, Vec<String>)>,
}

/// Reads a file, once a permit is free.
pub async fn read(bytes: Vec<u8>, reading: ReadOptions) -> Result<Result<Table, Unreadable>> {
    let turn = PERMITS.acquire().await.map_err(|_| Error::Unavailable)?;
    let work = move || {
        // The permit is held until the work ends, even if its job was dropped.
        let _held = turn;
        // A library that panics on a hostile file must not fail the job, which would be retried for days.
        std::panic::catch_unwind(AssertUnwindSafe(|| parse(bytes, &reading))).unwrap_or_else(|_| Err(damaged()))
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::Unavailable)
}

fn damaged() -> Unreadable {
    Unreadable::new("The file is damaged or incomplete. Save it again as CSV or XLSX.")
}

fn parse(bytes: Vec<u8>, reading: &ReadOptions) -> Result<Table, Unreadable> {
    let begins = |magic: &[u8]| bytes.starts_with(magic);
    if bytes.is_empty() {
        return Err(Unreadable::new("The file is empty."));
    }
    if begins(b"PK\x03\x04") || begins(b"PK\x05\x06") {
        let sheet = workbook::read(bytes, reading.sheet.as_deref())?;
        let table = sheet.rows.finish(None, reading)?;
        return Ok(Table { sheet: Some(sheet.name), sheets: sheet.all, ..table });
    }
    if begins(&[0xd0, 0xcf, 0x11, 0xe0]) {
        let sentence =
            "This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.";
        return Err(Unreadable::new(sentence));
    }
    let binaries: [&[u8]; 6] = [b"%PDF", b"\x89PNG", &[0xff, 0xd8, 0xff], &[0x1f, 0x8b], b"GIF8", b"\x7fELF"];
    if binaries.iter().any(|magic| begins(magic)) {
        return Err(neither());
    }
    let (text, encoding) = decode::decoded(bytes, reading.encoding)?;
    delimited::read(&text)?.finish(Some(encoding), reading)
}

fn neither() -> Unreadable {
    Unreadable::new("This is neither a CSV nor an Excel file (.xlsx).")
}

/// Collects rows within the limits.
#[derive(Debug, Default)]
struct Rows {
    rows: Vec<(i32, Vec<String>)>,
    letters: usize,
}

impl Rows {
    /// Adds a row, unless all of its cells are empty.
    fn add(&mut self, number: i32, mut cells: Vec<String>) -> Result<(), Unreadable> {
        while cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        if cells.is_empty() {
            return Ok(());
        }
        if cells.len() > MAX_COLUMNS {
            let count = cells.len();
            return Err(Unreadable(format!("Row {number} has {count} columns. A file has at most {MAX_COLUMNS}.")));
        }
        if cells.iter().any(|cell| cell.chars().nth(LONGEST_CELL).is_some()) {
            return Err(Unreadable(format!(
                "Row {number} holds a cell of more than 10,000 characters. A quotation mark may be missing there."
            )));
        }
        self.letters += cells.iter().map(String::len).sum::<usize>();
        if self.letters > MAX_LETTERS {
            return Err(Unreadable::new("The file holds too much text. Divide it into smaller files."));
        }
        // One more for the row with the columns' names.
        if self.rows.len() > MAX_ROWS {
            return Err(Unreadable::new("The file has more than 50,000 rows. Divide it into smaller files."));
        }
        self.rows.push((number, cells));
        Ok(())
    }

    fn finish(self, encoding: Option<ImportEncoding>, reading: &ReadOptions) -> Result<Table, Unreadable> {
        let mut rows = self.rows;
        if rows.is_empty() {
            return Err(Unreadable::new("The file is empty."));
        }
        let header = match (reading.has_header, reading.header_row) {
            (Some(false), _) => None,
            (_, Some(number)) => match rows.iter().position(|(row, _)| *row == number) {
                Some(place) => Some(place),
                None => {
                    return Err(Unreadable(format!("Row {number} is empty. Choose the row that names the columns.")));
                }
            },
            (Some(true), None) => Some(header_among(&rows).unwrap_or_else(|| below_titles(&rows))),
            (None, None) => header_among(&rows).or_else(|| {
                let place = below_titles(&rows);
                (!holds_data(&rows[place].1)).then_some(place)
            }),
        };
        let header_row = header.map(|place| rows[place].0);
        let header =
            header.map_or_else(Vec::new, |place| rows.drain(..=place).next_back().map_or_else(Vec::new, |row| row.1));
        if rows.is_empty() {
            return Err(Unreadable::new("The file holds the names of columns, and no rows."));
        }
        if rows.len() > MAX_ROWS {
            return Err(Unreadable::new("The file has more than 50,000 rows. Divide it into smaller files."));
        }
        let width = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).max(header.len());
        let (has_header, columns) = (header_row.is_some(), names(header, width));
        Ok(Table { encoding, has_header, header_row, sheet: None, sheets: Vec::new(), columns, rows })
    }
}

/// How many rows are searched for the columns' names. Titles, print dates and empty rows may be above them.
const TITLES: usize = 20;

/// The row with the columns' names: the one among the first rows with the most known names, at least two.
fn header_among(rows: &[(i32, Vec<String>)]) -> Option<usize> {
    let known = |cells: &Vec<String>| matching::by_name(cells).into_iter().flatten().count();
    let counts = rows.iter().take(TITLES).map(|(_, cells)| if holds_data(cells) { 0 } else { known(cells) });
    let (place, count) = counts.enumerate().max_by_key(|(place, count)| (*count, std::cmp::Reverse(*place)))?;
    (count >= 2).then_some(place)
}

/// The first row as wide as a table. A title fills one cell, or few.
fn below_titles(rows: &[(i32, Vec<String>)]) -> usize {
    let filled = |cells: &[String]| cells.iter().filter(|cell| !cell.is_empty()).count();
    let widest = rows.iter().take(TITLES).map(|(_, cells)| filled(cells)).max().unwrap_or(0);
    rows.iter().take(TITLES).position(|(_, cells)| 2 * filled(cells) >= widest).unwrap_or(0)
}

/// Whether a first row is a person and not the columns' names: no cell is named like an address, a date or a phone number.
fn holds_data(cells: &[String]) -> bool {
    cells.iter().any(|cell| {
        let digits = cell.chars().filter(char::is_ascii_digit).count();
        let letters = cell.chars().filter(|letter| letter.is_alphabetic()).count();
        cell.contains('@') || digits >= 6 && digits > letters
    })
}

/// A name for each column, all different.
fn names(mut header: Vec<String>, width: usize) -> Vec<String> {
    header.resize(width, String::new());
    let mut names: Vec<String> = Vec::with_capacity(width);
    for (place, name) in header.into_iter().enumerate() {
        let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(100).collect();
        let name = if name.is_empty() { format!("Column {}", place + 1) } else { name };
        let is_taken = |name: &str, names: &[String]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let mut other = name.clone();
        let mut count = 2;
        while is_taken(&other, &names) {
            other = format!("{name} ({count})");
            count += 1;
        }
        names.push(other);
    }
    names
}

/// A cell as stored: one text without characters that no field contains, and without the apostrophe that an export adds before
/// text that looks like a formula.
fn trimmed(cell: &str) -> String {
    let kept = |letter: &char| !letter.is_control() || matches!(letter, '\n' | '\t');
    let cell: String = cell.replace("\r\n", "\n").chars().filter(kept).collect();
    unguarded(cell.trim()).trim().to_owned()
}
