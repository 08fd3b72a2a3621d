//! Text as it can be printed and archived.

use serde_json::Value;
use unicode_normalization::char::is_combining_mark;

use crate::{Refused, world::has_glyph};

/// A longer word gets a place to break: PDF/A refuses a string of more than 32,767. A SHA-256 in hex stays whole.
const LONGEST_WORD: usize = 64;
/// Marks upon one letter: 20,000 took three seconds and 830 MB.
const MAX_MARKS: usize = 8;
/// The most text of a document in bytes.
pub const MAX_TEXT: usize = 1024 * 1024;
/// The longest title, name or birth date: each page repeats them.
pub const LONGEST_NAME: usize = 200;

/// The text with a replacement for each letter that no font has, which PDF/A and PDF/UA refuse.
pub fn printable(text: &str) -> String {
    let (mut word, mut marks) = (0, 0);
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        let letter = match letter {
            '\n' => '\n',
            _ if letter.is_control() => ' ',
            // Overrides and isolates: a text could turn the text beside it around.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => continue,
            _ if is_invisible(letter) || has_glyph(letter) => letter,
            _ => '\u{fffd}',
        };
        if is_combining_mark(letter) || is_invisible(letter) {
            marks += 1;
            if marks > MAX_MARKS {
                continue;
            }
        } else {
            marks = 0;
            word = if letter.is_whitespace() { 0 } else { word + 1 };
            if word > LONGEST_WORD {
                out.push('\u{200b}');
                word = 1;
            }
        }
        out.push(letter);
    }
    out
}

/// Joiners, marks of direction, variation selectors, soft hyphens.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{ad}' | '\u{2060}')
}

/// A text that each page repeats.
pub fn name(text: &str) -> String {
    printable(&text.replace('\n', " ")).chars().take(LONGEST_NAME).collect()
}

/// Makes every text of a value printable.
///
/// # Errors
/// When there is too much of it.
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
mod tests {
    use super::*;

    #[test]
    fn what_no_font_has_is_replaced() {
        assert_eq!(
            printable("Zoë 𒀀 \u{10fffd} Łódź 日本語 한국어 שלום"),
            "Zoë \u{fffd} \u{fffd} Łódź 日本語 한국어 שלום"
        );
    }

    #[test]
    fn controls_and_overrides_are_gone() {
        assert_eq!(printable("a\u{0}b\tc\nd\u{202e}txt\u{202c}"), "a b c\ndtxt");
    }

    #[test]
    fn a_long_word_can_break_and_a_digest_is_whole() {
        assert_eq!(printable(&"a".repeat(64)), "a".repeat(64));
        assert_eq!(printable(&"a".repeat(130)).matches('\u{200b}').count(), 2);
    }

    #[test]
    fn marks_upon_one_letter_are_few() {
        let piled = printable(&("e".to_owned() + &"\u{301}".repeat(20_000)));
        assert_eq!(piled.chars().count(), 1 + MAX_MARKS);
    }

    #[test]
    fn a_document_has_a_bounded_length_of_text() {
        let mut value = serde_json::json!(["a".repeat(6), { "b": "c".repeat(6) }]);
        assert_eq!(print_all(&mut value, &mut 11), Err(Refused("there is too much text")));
        assert_eq!(print_all(&mut value, &mut 12), Ok(()));
    }
}
