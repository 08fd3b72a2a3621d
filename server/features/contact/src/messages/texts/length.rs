//! The length of a text as the networks count it: in segments, each of which is paid for.

/// The alphabet of a text that has no other characters (GSM 03.38).
const GSM_ALPHABET: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?\
    ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Characters that take two places.
const GSM_EXTENSION: &str = "^{}\\[~]|€\u{c}";

/// The length of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct TextLength {
    pub characters: usize,
    pub segments: usize,
    /// The first character that forces a longer encoding: with it 70 characters fit into a segment, without it 160.
    pub unusual: Option<char>,
}

pub fn length(text: &str) -> TextLength {
    let unusual = text.chars().find(|c| !GSM_ALPHABET.contains(*c) && !GSM_EXTENSION.contains(*c));
    let places = |c: char| match unusual {
        Some(_) => c.len_utf16(),
        None => 1 + usize::from(GSM_EXTENSION.contains(c)),
    };
    // Each segment of a text with several has a header.
    let (whole, part) = if unusual.is_some() { (70, 67) } else { (160, 153) };
    let total: usize = text.chars().map(places).sum();
    let segments = if total <= whole { usize::from(total > 0) } else { count_segments(text.chars().map(places), part) };
    TextLength { characters: text.chars().count(), segments, unusual }
}

/// How many segments there are; a character of two places is not split.
fn count_segments(letters: impl Iterator<Item = usize>, part: usize) -> usize {
    let (mut parts, mut used) = (1, 0);
    for places in letters {
        if used + places > part {
            parts += 1;
            used = 0;
        }
        used += places;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::length;

    #[test]
    fn a_text_is_counted_as_the_networks_do() {
        for (text, segments, unusual) in [
            (String::new(), 0, None),
            ("a".repeat(160), 1, None),
            ("a".repeat(161), 2, None),
            ("a".repeat(306), 2, None),
            ("a".repeat(307), 3, None),
            ("é".repeat(160), 1, None),
            ("€".repeat(80), 1, None),
            ("€".repeat(81), 2, None),
            // 76 fit into a part of 153 places.
            ("€".repeat(152), 2, None),
            ("€".repeat(153), 3, None),
            (format!("{}’", "a".repeat(69)), 1, Some('’')),
            (format!("{}’", "a".repeat(70)), 2, Some('’')),
            ("😀".repeat(35), 1, Some('😀')),
            ("😀".repeat(36), 2, Some('😀')),
            // 33 fit into a part of 67 places.
            ("😀".repeat(67), 3, Some('😀')),
        ] {
            let found = length(&text);
            assert_eq!((found.segments, found.unusual), (segments, unusual), "{text}");
            assert_eq!(found.characters, text.chars().count());
        }
    }
}
