//! Reads text with separators: comma, semicolon, tab or bar.

use super::{Rows, Unreadable, damaged, trimmed};

const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// How many bytes of the file are searched for the separator.
const LOOKED_AT: usize = 64 * 1024;

pub(super) fn read(text: &str) -> Result<Rows, Unreadable> {
    // Unifies the line ends, also after the last row, because the row numbers are counted by them.
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.push('\n');
    let (stated, text) = stated_separator(&text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(stated.unwrap_or_else(|| separator(text)))
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(text.as_bytes());
    let mut rows = Rows::default();
    let mut record = csv::StringRecord::new();
    let mut number = 1;
    loop {
        let before = reader.position().line();
        if !reader.read_record(&mut record).map_err(|_| damaged())? {
            return Ok(rows);
        }
        // The reader skips empty lines, but a spreadsheet counts them.
        let within = record.iter().map(|cell| cell.matches('\n').count()).sum::<usize>() as u64;
        let own_lines = 1 + within;
        let empty_lines = (reader.position().line() - before).saturating_sub(own_lines);
        number += i32::try_from(empty_lines).unwrap_or(0);
        rows.add(number, record.iter().map(trimmed).collect())?;
        number = number.saturating_add(1);
    }
}

/// The separator of a first line such as `sep=;`, which spreadsheets obey and do not show, and the text after it.
fn stated_separator(text: &str) -> (Option<u8>, &str) {
    let Some((first, rest)) = text.split_once('\n') else { return (None, text) };
    let first = first.trim_matches([' ', '"']).to_ascii_lowercase();
    match first.strip_prefix("sep=").map(str::as_bytes) {
        Some([separator]) if separator.is_ascii() => (Some(*separator), rest),
        _ => (None, text),
    }
}

/// The most frequent separator of the first line, outside of quotation marks.
fn separator(text: &str) -> u8 {
    let mut counts = [0_usize; SEPARATORS.len()];
    let mut is_quoted = false;
    for byte in text.trim_start().bytes().take(LOOKED_AT) {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            _ if !is_quoted => {
                if let Some(place) = SEPARATORS.iter().position(|separator| *separator == byte) {
                    counts[place] += 1;
                }
            }
            _ => {}
        }
    }
    let most = counts.iter().max().copied().unwrap_or(0);
    counts.iter().position(|count| *count == most).map_or(b',', |place| SEPARATORS[place])
}
