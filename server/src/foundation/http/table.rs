//! A list as CSV by RFC 4180, safe to open in a spreadsheet: the table and its response's headers.

use axum::http::{
    HeaderMap, HeaderValue,
    header::{CONTENT_DISPOSITION, CONTENT_TYPE},
};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::foundation::error::{Error, Result};

/// How many rows one part has at most: a response is built in memory.
pub const MOST_ROWS: usize = 20_000;

/// Where a part begins.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Start {
    /// The id of the last row of the part before.
    pub after: Option<i64>,
}

/// One part of a table. The first begins with headings.
pub struct Table(csv::Writer<Vec<u8>>);

fn failed() -> Error {
    Error::Internal("a table could not be written".into())
}

impl Table {
    /// # Errors
    /// When there is no memory for the headings.
    pub fn new<const COLUMNS: usize>(headings: Option<[&str; COLUMNS]>) -> Result<Self> {
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            // Every cell, so that a reader with another separator still sees one text.
            .quote_style(csv::QuoteStyle::Always)
            .from_writer(Vec::new());
        if let Some(headings) = headings {
            writer.write_record(headings).map_err(|_| failed())?;
        }
        Ok(Self(writer))
    }

    /// # Errors
    /// When the row has another number of cells than the headings.
    pub fn row<const COLUMNS: usize>(&mut self, cells: [String; COLUMNS]) -> Result<()> {
        self.0.write_record(cells.map(|cell| harmless(&cell))).map_err(|_| failed())
    }

    /// # Errors
    /// When there is no memory for the last rows.
    pub fn text(self) -> Result<Vec<u8>> {
        self.0.into_inner().map_err(|_| failed())
    }
}

/// The headers of a part: a file called `<list>-<clinic>-<day>.csv`.
///
/// # Errors
/// When the clinic's subdomain cannot stand in a header.
pub fn headers(list: &str, subdomain: &str, day: NaiveDate, has_headings: bool) -> Result<HeaderMap> {
    let header = if has_headings { "present" } else { "absent" };
    let kind = format!("text/csv; charset=utf-8; header={header}");
    let disposition = format!("attachment; filename=\"{list}-{subdomain}-{day}.csv\"");
    Ok(HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_str(&kind).map_err(|_| Error::Internal("a file has no kind".into()))?),
        (
            CONTENT_DISPOSITION,
            HeaderValue::from_str(&disposition).map_err(|_| Error::Internal("a file has no name".into()))?,
        ),
    ]))
}

/// The characters that start a formula, which a spreadsheet would run (OWASP, CSV injection).
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The separators of different readers: after one of them such a reader starts a new cell.
const SEPARATORS: [char; 7] = [',', ';', '\t', '|', '\r', '\n', '\u{c}'];

/// The cell with an apostrophe before each formula, which makes it text. A formula may be at the start or after
/// any reader's separator, behind spaces and quotes.
fn harmless(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len() + 1);
    if cell.starts_with(['\t', '\r', '\n']) {
        out.push('\'');
    }
    let mut begins = true;
    for c in cell.chars() {
        if begins && FORMULA.contains(&c) {
            out.push('\'');
        }
        begins = SEPARATORS.contains(&c) || begins && (c == '"' || c.is_whitespace());
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_exported_cell_is_a_formula() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"] {
            assert!(harmless(cell).starts_with('\''), "{cell:?}");
        }
        assert_eq!(harmless("Ann = Berg"), "Ann = Berg");
    }

    /// The cells as a reader sees them that uses this separator, with or without respect for quotes.
    fn read(line: &str, separator: char, keeps_to_quotes: bool) -> Vec<String> {
        if !keeps_to_quotes {
            return line.split(separator).map(str::to_owned).collect();
        }
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(u8::try_from(separator).unwrap());
        let mut cells = Vec::new();
        for record in reader.from_reader(line.as_bytes()).records() {
            cells.extend(record.unwrap().iter().map(str::to_owned));
        }
        cells
    }

    #[test]
    fn no_csv_reader_finds_a_formula_within_a_cell() {
        let pieces = ["=1", "@x", "-1", ";", ",", "\t", "|", "\n", "\"", " ", "a", "'", "\"\"", "; "];
        for seed in 0..pieces.len().pow(4) {
            let cell: String = (0..4).map(|place| pieces[seed / pieces.len().pow(place) % pieces.len()]).collect();
            let mut writer = csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
            writer.write_record(["first", &harmless(&cell), "last"]).unwrap();
            let line = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            for separator in [',', ';', '\t', '|'] {
                for keeps_to_quotes in [true, false] {
                    for seen in read(&line, separator, keeps_to_quotes) {
                        let seen = seen.trim_start_matches(|c: char| c == '"' || c.is_whitespace());
                        assert!(!seen.starts_with(FORMULA), "{cell:?} is {seen:?} to a reader of {separator:?}");
                    }
                }
            }
        }
    }
}
