//! The characters that can be printed. The fonts belong to the documents crate, where a test compares them with this list.

use std::sync::LazyLock;

/// Each line is a range of code points.
static PRINTED: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let range = |line: &str| {
        let (first, last) = line.split_once('-').unwrap_or((line, line));
        Some((u32::from_str_radix(first, 16).ok()?, u32::from_str_radix(last, 16).ok()?))
    };
    include_str!("../printed.txt").lines().filter_map(range).collect()
});

/// Whether a font has this character.
pub fn has_glyph(letter: char) -> bool {
    let code = u32::from(letter);
    let after = PRINTED.partition_point(|(first, _)| *first <= code);
    after > 0 && PRINTED[after - 1].1 >= code && letter != char::REPLACEMENT_CHARACTER
}

/// Joiners, direction marks, variation selectors and soft hyphens.
pub const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{ad}' | '\u{2060}'..='\u{2064}' | '\u{34f}' | '\u{180b}'..='\u{180e}'
    )
}

/// Overrides and isolates, which could reverse the text next to them, and byte order marks. They are not printed.
pub const fn is_dropped(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The first character that cannot be printed, and its position in bytes.
pub fn missing(text: &str) -> Option<(usize, char)> {
    text.char_indices().find(|(_, letter)| {
        !letter.is_whitespace()
            && !letter.is_control()
            && !is_invisible(*letter)
            && !is_dropped(*letter)
            && !has_glyph(*letter)
    })
}
