//! Lets words break that are too wide for their place, so that nothing leaves the page.

use formatted_text::is_invisible;
use unicode_normalization::char::is_combining_mark;

use crate::world::advance;

/// Words with the same style.
#[derive(Debug)]
pub struct Piece {
    pub text: String,
    pub is_bold: bool,
}

/// The width of the widest letter, in ems.
const WIDEST_LETTER: f64 = 1.5;
/// Words that no-break spaces join stay together up to this many letters, for example "5 units".
const MOST_JOINED: usize = 20;
/// A run of more letters than this is not a word. Each break opportunity costs time, so such a run gets one only every
/// four letters, which are narrower than any cell.
const LONG: usize = 1_000;
/// A SHA-256 in hex stays whole. It is set in small letters.
const DIGEST: usize = 64;

/// Lets words break that are wider than a line of this many ems: first at no-break spaces, then between any two letters.
pub fn fit(pieces: &mut [Piece], ems: f64) {
    let is_joined = |piece: &Piece| piece.text.chars().any(joins);
    let longest = pieces.iter().map(|piece| piece.text.len()).sum::<usize>();
    // Most lines are short. One letter has at least one byte.
    if f64::from(u32::try_from(longest).unwrap_or(u32::MAX)) * WIDEST_LETTER <= ems && !pieces.iter().any(is_joined) {
        return;
    }
    let mut letters: Vec<Letter> = Vec::with_capacity(longest);
    for (piece, of) in pieces.iter().enumerate() {
        letters.extend(of.text.chars().map(|letter| Letter {
            sign: letter,
            piece,
            is_bold: of.is_bold,
            breaks: false,
        }));
    }
    part_words(&mut letters, ems);
    for stretch in letters.chunk_by_mut(|one, next| !one.parts() && !next.parts()) {
        if !is_digest(stretch) && is_wider(stretch, ems) {
            let step = if stretch.len() > LONG { 4 } else { 1 };
            for letter in stretch.iter_mut().step_by(step) {
                letter.breaks = true;
            }
        }
    }
    for piece in pieces.iter_mut() {
        piece.text.clear();
    }
    let mut before = true;
    for letter in letters {
        let is_part = is_combining_mark(letter.sign) || is_invisible(letter.sign);
        if letter.breaks && !before && !is_part {
            pieces[letter.piece].text.push('\u{200b}');
        }
        before = letter.parts();
        pieces[letter.piece].text.push(letter.sign);
    }
}

struct Letter {
    sign: char,
    piece: usize,
    is_bold: bool,
    /// Whether a line may break before the letter.
    breaks: bool,
}

impl Letter {
    /// Whether a line may break next to the letter.
    fn parts(&self) -> bool {
        (self.sign.is_whitespace() && !joins(self.sign)) || self.sign == '\u{200b}' || is_breakable(self.sign)
    }
}

/// Whether the letter is a no-break space.
const fn joins(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{202f}' | '\u{2007}')
}

/// Whether the letter belongs to a script without spaces. Lines break between such letters.
const fn is_breakable(letter: char) -> bool {
    matches!(
        letter,
        '\u{e01}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}'
        | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
    )
}

/// Replaces no-break spaces that join too many letters, or more than a line holds, with spaces.
fn part_words(letters: &mut [Letter], ems: f64) {
    for at in 0..letters.len() {
        let beside =
            |other: Option<usize>| other.and_then(|at| letters.get(at)).is_some_and(|one| is_breakable(one.sign));
        if joins(letters[at].sign) && (beside(at.checked_sub(1)) || beside(Some(at + 1))) {
            letters[at].sign = ' ';
        }
    }
    for stretch in letters.chunk_by_mut(|one, next| !one.parts() && !next.parts()) {
        if stretch.len() > MOST_JOINED || is_wider(stretch, ems) {
            for letter in stretch.iter_mut().filter(|letter| joins(letter.sign)) {
                letter.sign = ' ';
            }
        }
    }
}

fn is_wider(stretch: &[Letter], ems: f64) -> bool {
    let letters = f64::from(u32::try_from(stretch.len()).unwrap_or(u32::MAX));
    letters * WIDEST_LETTER > ems && {
        let mut left = ems;
        stretch.iter().any(|letter| {
            left -= advance(letter.sign, letter.is_bold);
            left < 0.0
        })
    }
}

fn is_digest(stretch: &[Letter]) -> bool {
    stretch.len() == DIGEST && stretch.iter().all(|letter| letter.sign.is_ascii_hexdigit())
}
