//! Reads a sheet of an Excel workbook, cell by cell. The archive is measured first: a few kilobytes can contain gigabytes, and
//! state a false size.

use std::{
    io::{Cursor, Read, Write},
    time::Instant,
};

use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx};
use entity::clinic::import_batch::ImportSheet;
use zip::ZipArchive;

use super::{
    LONGEST_CELL, MAX_COLUMNS, Rows, Unreadable,
    bounds::{LONGEST, MAX_TAGS, TagCounter, Timed},
    damaged, trimmed,
};

const MAX_ENTRIES: usize = 2_000;
/// The most bytes of all unpacked parts. The largest part, the sheet, is never in memory as a whole.
const MAX_UNPACKED: u64 = 256 * 1024 * 1024;
/// The most bytes of any part except the sheets, because the library keeps it in memory.
const LARGEST_PART: u64 = 32 * 1024 * 1024;
/// The most texts that a workbook may claim, because the library allocates memory for them before reading.
const MAX_TEXTS: u64 = 2_000_000;

/// The most bytes of a cell, at four for each character.
const LARGEST_CELL: usize = 4 * LONGEST_CELL;

type Bytes = Timed<Cursor<Vec<u8>>>;

/// A sheet's rows, its name, and the sheets that could be read instead.
pub(super) struct Sheet {
    pub rows: Rows,
    pub name: String,
    pub all: Vec<ImportSheet>,
}

/// Reads the chosen sheet, or the first visible one with content, because a person does not see a hidden sheet.
pub(super) fn read(bytes: Vec<u8>, chosen: Option<&str>) -> Result<Sheet, Unreadable> {
    let until = Instant::now() + LONGEST;
    read_until(bytes, chosen, until).map_err(|problem| if Instant::now() > until { too_large() } else { problem })
}

/// Reads the sheet until a moment. After that, reading fails as for a damaged file.
pub(super) fn read_until(bytes: Vec<u8>, chosen: Option<&str>, until: Instant) -> Result<Sheet, Unreadable> {
    let bytes = Timed { file: Cursor::new(measured(bytes)?), until };
    let mut workbook: Xlsx<Bytes> = Xlsx::new(bytes).map_err(|_| damaged())?;
    let sheets = workbook.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let all: Vec<_> = sheets
        .map(|sheet| ImportSheet { name: sheet.name.clone(), is_hidden: sheet.visible != SheetVisible::Visible })
        .collect();
    let candidates: Vec<String> = match chosen {
        Some(name) if all.iter().any(|sheet| sheet.name == name) => vec![name.to_owned()],
        Some(name) => return Err(Unreadable(format!("The workbook has no sheet “{name}”. Choose another one."))),
        None => {
            let shown = all.iter().filter(|sheet| !sheet.is_hidden).map(|sheet| sheet.name.clone());
            let hidden = all.iter().filter(|sheet| sheet.is_hidden).map(|sheet| sheet.name.clone());
            let mut names: Vec<_> = shown.collect();
            if names.is_empty() {
                names.extend(hidden);
            }
            names
        }
    };
    let Some(first) = candidates.first().cloned() else { return Err(Unreadable::new("The workbook has no sheet.")) };
    for name in candidates {
        let rows = read_sheet(&mut workbook, &name)?;
        if !rows.rows.is_empty() {
            return Ok(Sheet { rows, name, all });
        }
    }
    Ok(Sheet { rows: Rows::default(), name: first, all })
}

fn read_sheet(workbook: &mut Xlsx<Bytes>, sheet: &str) -> Result<Rows, Unreadable> {
    let mut cells = workbook.worksheet_cells_reader(sheet).map_err(|_| damaged())?;
    let mut rows = Rows::default();
    let (mut current, mut row) = (0, Vec::new());
    while let Some(cell) = cells.next_cell().map_err(|_| damaged())? {
        let (line, column) = cell.get_position();
        // Checked before copying, because many cells can refer to one long text.
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

/// The text that the cell shows. A formula gives its stored result, because nothing is computed here.
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

fn too_large() -> Unreadable {
    Unreadable::new("Unpacked, this Excel file is too large. Save the sheet as CSV.")
}

/// Returns the archive if it unpacks to no more than [`MAX_UNPACKED`] and has no more than [`MAX_TAGS`]. Each part is unpacked
/// once to measure it, because the size in the archive may be false.
fn measured(bytes: Vec<u8>) -> Result<Vec<u8>, Unreadable> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    if archive.len() > MAX_ENTRIES {
        return Err(too_large());
    }
    let names: Vec<String> = archive.file_names().filter_map(|name| Some(name.ok()?.to_lowercase())).collect();
    if !names.iter().any(|name| name.ends_with("workbook.xml")) {
        return Err(Unreadable::new("This is an archive, and no Excel workbook (.xlsx)."));
    }
    let mut left = MAX_UNPACKED;
    let mut tags = TagCounter::default();
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
            tags.write_all(&texts).map_err(|_| too_large())?;
            texts.len() as u64
        } else {
            let copied = std::io::copy(&mut part, &mut tags);
            copied.map_err(|_| if tags.0 > MAX_TAGS { too_large() } else { damaged() })?
        };
        if unpacked > most {
            return Err(too_large());
        }
        left -= unpacked;
    }
    Ok(archive.into_inner().into_inner())
}

/// Whether a workbook claims no more texts than allowed, because the library allocates memory for that many. Accepts only UTF-8,
/// which every program writes, because another encoding could hide the claim.
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
