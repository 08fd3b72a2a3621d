//! Converts text so that it can be printed and archived.

mod width;

pub use self::width::{Piece, fit};

use std::fmt::Write;

use formatted_text::{is_dropped, is_invisible};
use serde_json::Value;
use unicode_normalization::char::{compose, is_combining_mark};

use crate::{
    Refused,
    world::{has_glyph, have_glyphs},
};

/// The width in ems up to which a word stays whole: the narrowest place of names and notes. PDF/A also refuses strings
/// of more than 32,767 bytes.
const WIDEST_WORD: f64 = 24.0;
/// The maximum number of marks on one letter. 20,000 marks took three seconds and 830 MB.
const MAX_MARKS: usize = 8;
/// The maximum number of bytes of text in a document.
pub const MAX_TEXT: usize = 1024 * 1024;
/// The maximum length of a title, name or birth date, because each page repeats them.
pub const LONGEST_NAME: usize = 200;

/// The text without anything that PDF/A and PDF/UA refuse, and with breaks in words that are too wide for their place.
pub fn printable(text: &str) -> String {
    let mut pieces = [Piece { text: with_code_points(text), is_bold: false }];
    fit(&mut pieces, WIDEST_WORD);
    let [piece] = pieces;
    piece.text
}

/// The text, with the code points of each character that no font has, so that a name can be identified on paper.
pub fn with_code_points(text: &str) -> String {
    let (mut base, mut marks) = (None, 0);
    let mut out = String::with_capacity(text.len());
    let mut unknown = Vec::new();
    for letter in text.chars() {
        let letter = match letter {
            '\n' => '\n',
            _ if letter.is_control() => ' ',
            '\u{2028}' | '\u{2029}' => '\n',
            // A word joiner forbids a line break.
            _ if is_dropped(letter) || letter == '\u{2060}' => continue,
            _ => letter,
        };
        let is_mark = is_combining_mark(letter);
        if is_mark || is_invisible(letter) {
            marks += 1;
            if marks > MAX_MARKS {
                continue;
            }
        } else {
            marks = 0;
        }
        if is_invisible(letter) || letter == '\n' || (if is_mark { fits_on(base, letter) } else { has_glyph(letter) }) {
            name_unknown(&mut unknown, &mut out);
            out.push(letter);
        } else {
            unknown.push(letter);
        }
        if !is_mark && !is_invisible(letter) {
            base = Some(letter);
        }
    }
    name_unknown(&mut unknown, &mut out);
    out
}

/// Whether one font has both a letter and the mark on it.
fn fits_on(base: Option<char>, mark: char) -> bool {
    match base {
        Some(base) if !base.is_whitespace() => have_glyphs(&[base, mark]) || compose(base, mark).is_some_and(has_glyph),
        _ => has_glyph(mark),
    }
}

/// Writes characters that no font has as code points: `[U+12000 U+12001]`.
fn name_unknown(unknown: &mut Vec<char>, out: &mut String) {
    if unknown.is_empty() {
        return;
    }
    for (at, letter) in unknown.drain(..).enumerate() {
        let before = if at == 0 { "[" } else { " " };
        let _ = write!(out, "{before}U+{:04X}", u32::from(letter));
    }
    out.push(']');
}

/// A text that each page repeats.
pub fn name(text: &str) -> String {
    printable(&text.replace('\n', " ")).chars().take(LONGEST_NAME).collect()
}

/// Makes every text of a value printable.
///
/// Fails when there is too much text.
pub fn print_all(value: &mut Value, left: &mut usize) -> Result<(), Refused> {
    match value {
        Value::String(text) => {
            *left = left.checked_sub(text.len()).ok_or(Refused("there is too much text"))?;
            *text = printable(text);
        }
        Value::Array(values) => values.iter_mut().try_for_each(|value| print_all(value, left))?,
        Value::Object(object) => object.values_mut().try_for_each(|value| print_all(value, left))?,
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests;
