//! Reads a file of clients, which may be anything: every size is bounded before something is kept, and what cannot be read
//! is answered with a sentence for the person.

mod delimited;
mod letters;
#[cfg(test)]
mod tests;
mod workbook;

use std::panic::AssertUnwindSafe;

use entity::words::ImportEncoding;
use tokio::sync::Semaphore;

use crate::foundation::error::{Error, Result};

/// The largest file.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The most rows below the columns' names.
pub const MAX_ROWS: usize = 50_000;
const MAX_COLUMNS: usize = 200;
/// The most characters of one cell: those of a note.
const LONGEST_CELL: usize = 10_000;
/// The characters of all cells together. A million cells of a workbook may refer to one text.
const MAX_LETTERS: usize = 32 * 1024 * 1024;

/// Files are parsed on a thread that serves no requests, one at a time on the whole server.
static PERMITS: Semaphore = Semaphore::const_new(1);

/// Why a file cannot be read, in a sentence for the person.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl Unreadable {
    fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

/// The person's options for reading the file; what is left out is detected.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions {
    pub encoding: Option<ImportEncoding>,
    pub has_header: Option<bool>,
}

/// A file that was read.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// None for a workbook, which says so itself.
    pub encoding: Option<ImportEncoding>,
    pub has_header: bool,
    pub columns: Vec<String>,
    /// Each row with its number, as a spreadsheet shows it.
    pub rows: Vec<(i32, Vec<String>)>,
}

/// Reads a file, once a permit is free.
///
/// # Errors
/// When the server is stopping.
pub async fn read(bytes: Vec<u8>, reading: ReadOptions) -> Result<Result<Table, Unreadable>> {
    let turn = PERMITS.acquire().await.map_err(|_| Error::Unavailable)?;
    let work = move || {
        // The permit is held until the work ends, even after its job was dropped.
        let _held = turn;
        // A library that panics over a hostile file must not fail the job, which would be tried again for days.
        std::panic::catch_unwind(AssertUnwindSafe(|| parse(bytes, reading))).unwrap_or_else(|_| Err(damaged()))
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::Unavailable)
}

fn damaged() -> Unreadable {
    Unreadable::new("The file is damaged or incomplete. Save it again as CSV or XLSX.")
}

fn parse(bytes: Vec<u8>, reading: ReadOptions) -> Result<Table, Unreadable> {
    let begins = |magic: &[u8]| bytes.starts_with(magic);
    if bytes.is_empty() {
        return Err(Unreadable::new("The file is empty."));
    }
    if begins(b"PK\x03\x04") || begins(b"PK\x05\x06") {
        return workbook::read(bytes)?.finish(None, reading.has_header);
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
    let (text, encoding) = letters::decoded(bytes, reading.encoding)?;
    delimited::read(&text)?.finish(Some(encoding), reading.has_header)
}

fn neither() -> Unreadable {
    Unreadable::new("This is neither a CSV nor an Excel file (.xlsx).")
}

/// Takes rows in as long as they stay within the limits.
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
        // One more for the columns' names.
        if self.rows.len() > MAX_ROWS {
            return Err(Unreadable::new("The file has more than 50,000 rows. Divide it into smaller files."));
        }
        self.rows.push((number, cells));
        Ok(())
    }

    fn finish(self, encoding: Option<ImportEncoding>, has_header: Option<bool>) -> Result<Table, Unreadable> {
        let mut rows = self.rows;
        let Some((_, first)) = rows.first() else { return Err(Unreadable::new("The file is empty.")) };
        let has_header = has_header.unwrap_or_else(|| !holds_data(first));
        let header = if has_header { rows.remove(0).1 } else { Vec::new() };
        if rows.is_empty() {
            return Err(Unreadable::new("The file holds the names of columns, and no rows."));
        }
        if rows.len() > MAX_ROWS {
            return Err(Unreadable::new("The file has more than 50,000 rows. Divide it into smaller files."));
        }
        let width = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).max(header.len());
        Ok(Table { encoding, has_header, columns: names(header, width), rows })
    }
}

/// Whether a first row is about a person rather than naming the columns: no column is called like an address, a date or a
/// phone number.
fn holds_data(cells: &[String]) -> bool {
    cells.iter().any(|cell| {
        let digits = cell.chars().filter(char::is_ascii_digit).count();
        let letters = cell.chars().filter(|letter| letter.is_alphabetic()).count();
        cell.contains('@') || digits >= 6 && digits > letters
    })
}

/// A name for each column, all of them different.
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

/// A cell as it is kept: one text without marks that no field holds.
fn trimmed(cell: &str) -> String {
    let kept = |letter: &char| !letter.is_control() || matches!(letter, '\n' | '\t');
    cell.replace("\r\n", "\n").chars().filter(kept).collect::<String>().trim().to_owned()
}
