//! Reads the first sheet of an Excel workbook, cell by cell. What is in the archive is measured before: an archive of a few
//! kilobytes can hold gigabytes, and say that it does not.

use std::io::{Cursor, Read};

use calamine::{DataRef, Reader, Xlsx};
use zip::ZipArchive;

use super::{LONGEST_CELL, MAX_COLUMNS, Rows, Unreadable, damaged, trimmed};

const MAX_ENTRIES: usize = 2_000;
/// All parts unpacked. The largest, the sheet, is never in memory as a whole.
const MAX_UNPACKED: u64 = 256 * 1024 * 1024;
/// A part but the sheets, which the library holds in memory.
const LARGEST_PART: u64 = 32 * 1024 * 1024;
/// The number of texts that a workbook may claim: the library allocates memory for them before it reads them.
const MAX_TEXTS: u64 = 2_000_000;

/// The bytes of a cell, at four for each letter.
const LARGEST_CELL: usize = 4 * LONGEST_CELL;

type Bytes = Cursor<Vec<u8>>;

pub(super) fn read(bytes: Vec<u8>) -> Result<Rows, Unreadable> {
    let bytes = measured(bytes)?;
    let mut workbook: Xlsx<Bytes> = Xlsx::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    let Some(sheet) = workbook.sheet_names().into_iter().next() else {
        return Err(Unreadable::new("The workbook has no sheet."));
    };
    let mut cells = workbook.worksheet_cells_reader(&sheet).map_err(|_| damaged())?;
    let mut rows = Rows::default();
    let (mut current, mut row) = (0, Vec::new());
    while let Some(cell) = cells.next_cell().map_err(|_| damaged())? {
        let (line, column) = cell.get_position();
        // Before it is copied: many cells can name one long text.
        if length_of(cell.get_value()) > LARGEST_CELL {
            let number = number(line);
            return Err(Unreadable(format!("Row {number} holds a cell of more than 10,000 characters.")));
        }
        let text = text_of(cell.get_value());
        if text.is_empty() {
            continue;
        }
        if line < current {
            return Err(damaged());
        }
        if line > current {
            rows.add(number(current), std::mem::take(&mut row))?;
            current = line;
        }
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if column >= MAX_COLUMNS {
            let number = number(line);
            return Err(Unreadable(format!(
                "Row {number} has {} columns. A file has at most {MAX_COLUMNS}.",
                column.saturating_add(1)
            )));
        }
        if column >= row.len() {
            row.resize(column + 1, String::new());
        }
        row[column] = text;
    }
    rows.add(number(current), row)?;
    Ok(rows)
}

fn number(line: u32) -> i32 {
    i32::try_from(line).unwrap_or(i32::MAX).saturating_add(1)
}

/// What the cell shows: of a formula the result that the program has stored, because nothing is computed here.
fn text_of(cell: &DataRef<'_>) -> String {
    match cell {
        DataRef::DateTime(moment) => match moment.as_datetime() {
            // A day without a time.
            Some(moment) if moment.time() == chrono::NaiveTime::MIN => moment.date().to_string(),
            Some(moment) => moment.format("%Y-%m-%dT%H:%M:%S").to_string(),
            None => String::new(),
        },
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(is) => if *is { "yes" } else { "no" }.to_owned(),
        DataRef::Error(_) | DataRef::Empty => String::new(),
        DataRef::Int(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => trimmed(text),
        DataRef::SharedString(text) => trimmed(text),
    }
}

fn length_of(cell: &DataRef<'_>) -> usize {
    match cell {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.len(),
        DataRef::SharedString(text) => text.len(),
        _ => 0,
    }
}

/// The same archive, if it unpacks to no more than [`MAX_UNPACKED`]. Each part is unpacked once to measure it, because
/// the size that the archive states may be false.
fn measured(bytes: Vec<u8>) -> Result<Vec<u8>, Unreadable> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    let too_large = || Unreadable::new("Unpacked, this Excel file is too large. Save the sheet as CSV.");
    if archive.len() > MAX_ENTRIES {
        return Err(too_large());
    }
    let names: Vec<String> = archive.file_names().filter_map(|name| Some(name.ok()?.to_lowercase())).collect();
    if !names.iter().any(|name| name.ends_with("workbook.xml")) {
        return Err(Unreadable::new("This is an archive, and no Excel workbook (.xlsx)."));
    }
    let mut left = MAX_UNPACKED;
    for place in 0..archive.len() {
        let part = archive.by_index(place).map_err(|_| damaged())?;
        let name = part.name().map_err(|_| damaged())?.to_lowercase();
        let is_texts = name.ends_with("sharedstrings.xml");
        let is_sheet = name.contains("worksheets/") && !is_texts;
        let most = if is_sheet { left } else { left.min(LARGEST_PART) };
        if part.size() > most {
            return Err(too_large());
        }
        let mut part = part.take(most + 1);
        let unpacked = if is_texts {
            let mut texts = Vec::new();
            part.read_to_end(&mut texts).map_err(|_| damaged())?;
            if !claims_allowed_count(&texts) {
                return Err(damaged());
            }
            texts.len() as u64
        } else {
            std::io::copy(&mut part, &mut std::io::sink()).map_err(|_| damaged())?
        };
        if unpacked > most {
            return Err(too_large());
        }
        left -= unpacked;
    }
    Ok(archive.into_inner().into_inner())
}

/// Whether a workbook claims no more texts than are allowed, because the library allocates memory for that many. Only in
/// UTF-8, as every program writes them: another encoding could hide the claim.
fn claims_allowed_count(texts: &[u8]) -> bool {
    let Ok(texts) = std::str::from_utf8(texts) else { return false };
    if texts.contains(['\0', '\u{1b}']) {
        return false;
    }
    let declared = texts.match_indices("<?xml").all(|(place, _)| {
        let end = texts[place..].find("?>").map_or(texts.len(), |end| place + end);
        let declaration = texts[place..end].to_ascii_lowercase();
        !declaration.contains("encoding") || declaration.contains("utf-8")
    });
    let counted = texts.match_indices("uniqueCount").all(|(place, name)| {
        let rest = texts[place + name.len()..].trim_start_matches([' ', '\t', '\r', '\n', '=', '"', '\'']);
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).map_or(rest, |end| &rest[..end]);
        digits.parse::<u64>().is_ok_and(|count| count <= MAX_TEXTS)
    });
    declared && counted
}
