//! A list as CSV by RFC 4180, safe to open in a spreadsheet. It is sent in parts, limited in rows and bytes, because
//! a response is built in memory.

use axum::http::{
    HeaderMap, HeaderValue,
    header::{CONTENT_DISPOSITION, CONTENT_TYPE},
};
use chrono_tz::Tz;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::page::next_link;
use base::error::{Error, Result};
use tenancy::Ctx;

/// The most rows of one part, because a response is built in memory.
const MAX_ROWS: usize = 20_000;

/// The number of bytes after which a part ends.
const MAX_BYTES: usize = 4_000_000;

/// How many rows are read at once. Each may have a note of 10,000 characters.
pub const AT_ONCE: u64 = 200;

/// A column of a list: its heading, and how a row's cell is written. Days and times are those of the clinic's zone.
pub type Column<Row> = (&'static str, fn(&Row, Tz) -> String);

/// The cell of a value that a row may not have: an empty one without it.
pub fn optional(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Where a part begins.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Start {
    /// The id of the last row of the part before.
    pub after: Option<i64>,
}

/// One part of a list as a file. The first part begins with headings.
pub struct Part {
    text: Vec<u8>,
    is_first: bool,
    /// The id of the last row, if another part may follow.
    next: Option<i64>,
}

fn failed() -> Error {
    Error::Internal("a table could not be written".into())
}

/// Reads one page after the other until the list or the part ends. `page` returns at most [`AT_ONCE`] rows after the row
/// with this id, and fewer only at the end of the list. `id` is called with each row, and returns its id.
///
/// # Errors
/// Those of `page`.
pub async fn part<Row, Heading: AsRef<str>, Cell: Fn(&Row, Tz) -> String, Pages: Future<Output = Result<Vec<Row>>>>(
    columns: &[(Heading, Cell)],
    zone: Tz,
    start: Start,
    page: impl Fn(Option<i64>) -> Pages,
    mut id: impl FnMut(&Row) -> i64,
) -> Result<Part> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        // Every cell is quoted, so that a reader with another separator still sees one text.
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(Vec::new());
    if start.after.is_none() {
        let headings = columns.iter().map(|(heading, _)| harmless(heading.as_ref()));
        writer.write_record(headings).map_err(|_| failed())?;
    }
    let (mut count, mut last) = (0, start.after);
    let next = 'part: loop {
        let rows = page(last).await?;
        let is_full = rows.len() as u64 == AT_ONCE;
        count += rows.len();
        let mut rows = rows.into_iter().peekable();
        while let Some(row) = rows.next() {
            last = Some(id(&row));
            let cells = columns.iter().map(|(_, cell)| harmless(&cell(&row, zone)));
            writer.write_record(cells).map_err(|_| failed())?;
            if writer.get_ref().len() >= MAX_BYTES && (is_full || rows.peek().is_some()) {
                break 'part last;
            }
        }
        // After the part with the last row an empty part may follow.
        if !is_full || count >= MAX_ROWS {
            break last.filter(|_| is_full);
        }
    };
    Ok(Part { text: writer.into_inner().map_err(|_| failed())?, is_first: start.after.is_none(), next })
}

impl Part {
    /// A file called `<list>-<clinic>-<day>.csv`. The Link header leads to the next part of this call with this query.
    ///
    /// Fails when the clinic's subdomain is not valid in a header.
    pub fn answer<P>(
        self,
        ctx: &Ctx<P>,
        list: &str,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<(HeaderMap, Vec<u8>)> {
        let header = if self.is_first { "present" } else { "absent" };
        let kind = format!("text/csv; charset=utf-8; header={header}");
        let day = ctx.today();
        let disposition = format!("attachment; filename=\"{list}-{}-{day}.csv\"", ctx.clinic.subdomain);
        let value = |text: &str| HeaderValue::from_str(text).map_err(|_| Error::Internal("a file has no name".into()));
        let mut headers =
            HeaderMap::from_iter([(CONTENT_TYPE, value(&kind)?), (CONTENT_DISPOSITION, value(&disposition)?)]);
        headers.extend(next_link(path, query, self.next)?);
        Ok((headers, self.text))
    }
}

/// The characters that start a formula, which a spreadsheet would run (OWASP, CSV injection).
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The separators of different readers. A reader starts a new cell after each of its separators.
const SEPARATORS: [char; 7] = [',', ';', '\t', '|', '\r', '\n', '\u{c}'];

/// The cell with an apostrophe before each formula, which makes the formula text. A formula may be at the start or
/// after any reader's separator, behind spaces and quotes. Apostrophes that stand there already get one more, so that
/// [`unguarded`] restores the original cell.
fn harmless(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len() + 1);
    let mut from = 0;
    for place in guarded(cell) {
        out.push_str(&cell[from..place]);
        out.push('\'');
        from = place;
    }
    out.push_str(&cell[from..]);
    out
}

/// The cell without the apostrophes that `harmless` wrote before formulas.
pub fn unguarded(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    let mut from = 0;
    for place in guarded(cell).into_iter().filter(|place| cell[*place..].starts_with('\'')) {
        out.push_str(&cell[from..place]);
        from = place + 1;
    }
    out.push_str(&cell[from..]);
    out
}

/// The positions at which a formula begins that some reader would run, including the apostrophes before it. At the
/// very start, a tab or a line break counts as well.
fn guarded(cell: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let (mut begins, mut place) = (true, 0);
    while let Some(c) = cell[place..].chars().next() {
        let behind = cell[place..].trim_start_matches('\'');
        if begins && (behind.starts_with(FORMULA) || place == 0 && behind.starts_with(['\t', '\r', '\n'])) {
            places.push(place);
        }
        begins = SEPARATORS.contains(&c) || begins && (c == '"' || c.is_whitespace());
        // A formula begins only at the start of a run of apostrophes.
        place = if c == '\'' { cell.len() - behind.len() } else { place + c.len_utf8() };
    }
    places
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

    #[test]
    fn a_guarded_cell_is_read_as_it_was() {
        let pieces = ["=1", "@x", "-1", "+", ";", ",", "\t", "\n", "\"", " ", "a", "'", "''", "; "];
        for seed in 0..pieces.len().pow(5) {
            let cell: String = (0..5).map(|place| pieces[seed / pieces.len().pow(place) % pieces.len()]).collect();
            assert_eq!(unguarded(&harmless(&cell)), cell);
        }
        for (written, cell) in
            [("'+1 555-010-1090", "+1 555-010-1090"), ("'-Ty", "-Ty"), ("'Lead", "'Lead"), ("O'Hara", "O'Hara")]
        {
            assert_eq!(unguarded(written), cell);
        }
    }

    /// The cells that a reader with this separator sees, with or without respect for quotes.
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
