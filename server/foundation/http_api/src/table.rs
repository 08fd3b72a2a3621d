//! A list as CSV by RFC 4180, safe to open in a spreadsheet: in parts, limited in rows and in bytes, because a response
//! is built in memory.

use axum::http::{
    HeaderMap, HeaderValue,
    header::{CONTENT_DISPOSITION, CONTENT_TYPE},
};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::foundation::{
    error::{Error, Result},
    http::page::next_link,
    tenancy::Ctx,
};

/// How many rows one part has at most: a response is built in memory.
const MAX_ROWS: usize = 20_000;

/// After how many bytes a part ends.
const MAX_BYTES: usize = 4_000_000;

/// How many rows are read at once. Each may have a note of 10,000 characters.
pub const AT_ONCE: u64 = 200;

/// Where a part begins.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Start {
    /// The id of the last row of the part before.
    pub after: Option<i64>,
}

/// One part of a list as a file. The first begins with headings.
pub struct Part {
    text: Vec<u8>,
    is_first: bool,
    /// The id of the last row, when another part may follow.
    next: Option<i64>,
}

fn failed() -> Error {
    Error::Internal("a table could not be written".into())
}

/// Reads one page after the other until the list or the part is at its end. `page` answers at most [`AT_ONCE`] rows after
/// the row with this id, and fewer only at the end of the list; `cells` answers a row's id and cells, as many as headings.
///
/// # Errors
/// Those of `page`.
pub async fn part<Row, Cells: IntoIterator<Item = String>, Pages: Future<Output = Result<Vec<Row>>>>(
    headings: impl IntoIterator<Item: AsRef<str>>,
    start: Start,
    page: impl Fn(Option<i64>) -> Pages,
    mut cells: impl FnMut(Row) -> (i64, Cells),
) -> Result<Part> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        // Every cell, so that a reader with another separator still sees one text.
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(Vec::new());
    if start.after.is_none() {
        let headings = headings.into_iter().map(|heading| harmless(heading.as_ref()));
        writer.write_record(headings).map_err(|_| failed())?;
    }
    let (mut count, mut last) = (0, start.after);
    let next = 'part: loop {
        let rows = page(last).await?;
        let is_full = rows.len() as u64 == AT_ONCE;
        count += rows.len();
        let mut rows = rows.into_iter().peekable();
        while let Some(row) = rows.next() {
            let (id, cells) = cells(row);
            last = Some(id);
            writer.write_record(cells.into_iter().map(|cell| harmless(&cell))).map_err(|_| failed())?;
            if writer.get_ref().len() >= MAX_BYTES && (is_full || rows.peek().is_some()) {
                break 'part last;
            }
        }
        // The part with the very last row may be followed by an empty one.
        if !is_full || count >= MAX_ROWS {
            break last.filter(|_| is_full);
        }
    };
    Ok(Part { text: writer.into_inner().map_err(|_| failed())?, is_first: start.after.is_none(), next })
}

impl Part {
    /// A file called `<list>-<clinic>-<day>.csv`; the Link header leads to the next part of this call with this query.
    ///
    /// # Errors
    /// When the clinic's subdomain cannot stand in a header.
    pub fn answer<P>(
        self,
        ctx: &Ctx<P>,
        list: &str,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<(HeaderMap, Vec<u8>)> {
        let header = if self.is_first { "present" } else { "absent" };
        let kind = format!("text/csv; charset=utf-8; header={header}");
        let day = ctx.now.with_timezone(&ctx.clinic.time_zone).date_naive();
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
