//! Splits a full name from one column. With more than two words, the last name is a guess.

/// Suffixes after a name.
const SUFFIXES: [&str; 14] =
    ["jr", "sr", "ii", "iii", "iv", "v", "md", "dds", "phd", "esq", "do", "np", "rn", "junior"];

/// Words at the beginning of a last name.
const PARTICLES: [&str; 29] = [
    "van", "von", "der", "den", "de", "del", "della", "dela", "di", "da", "dos", "das", "do", "du", "la", "le", "los",
    "las", "st", "ste", "san", "santa", "bin", "ibn", "abu", "al", "el", "ben", "ter",
];

/// A name in two parts.
#[derive(Debug, PartialEq, Eq)]
pub struct Parted {
    pub first: String,
    pub last: String,
    pub is_guess: bool,
}

/// First and last name: `Berg, Anna Maria`, `Anna Maria Berg`, `King, Jr., Carlos`. `None` for a single word.
pub fn parted(name: &str) -> Option<Parted> {
    let parts: Vec<&str> = name.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [one] => in_order(&words(one), &[]),
        // `Carlos King, Jr.`
        [name, suffixes @ ..] if suffixes.iter().all(|part| is_suffix(part)) => in_order(&words(name), suffixes),
        [last, rest @ ..] => {
            let (suffixes, first): (Vec<&str>, Vec<&str>) = rest.iter().copied().partition(|part| is_suffix(part));
            let last = [&[*last], suffixes.as_slice()].concat().join(" ");
            let first = first.join(" ");
            let is_whole = has_letter(&first) && has_letter(&last);
            is_whole.then_some(Parted { first, last, is_guess: rest.len() > 1 })
        }
        [] => None,
    }
}

/// The words of a name in spoken order, without words that are only punctuation.
fn words(name: &str) -> Vec<&str> {
    let mut words: Vec<&str> = name.split_whitespace().collect();
    while words.last().is_some_and(|word| word.chars().all(|c| c == '-' || c == '.')) {
        words.pop();
    }
    words
}

fn in_order(words: &[&str], suffixes: &[&str]) -> Option<Parted> {
    let behind = words.iter().rev().take_while(|word| is_suffix(word)).count();
    // "Li Do" and "Ann V" have a last name that looks like a suffix.
    let behind = behind.min(words.len().saturating_sub(2));
    let (name, own) = words.split_at(words.len() - behind);
    let mut at = name.len().checked_sub(1)?;
    while at > 1 && is_particle(name[at - 1]) {
        at -= 1;
    }
    let (first, last) = name.split_at(at);
    if first.is_empty() {
        return None;
    }
    let last: Vec<&str> = last.iter().chain(own).chain(suffixes).copied().collect();
    let is_guess = words.len() > 2 || !suffixes.is_empty() || words.iter().any(|word| is_east_asian(word));
    Some(Parted { first: first.join(" "), last: last.join(" "), is_guess })
}

fn bare(word: &str) -> String {
    word.chars().filter(|c| *c != '.').collect::<String>().to_lowercase()
}

fn is_suffix(word: &str) -> bool {
    SUFFIXES.contains(&bare(word).as_str())
}

fn is_particle(word: &str) -> bool {
    PARTICLES.contains(&bare(word).as_str())
}

/// A name in these scripts is often written with the last name first.
fn is_east_asian(word: &str) -> bool {
    word.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'))
}

fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_name_is_parted() {
        for (name, first, last, is_guess) in [
            ("Ana Null", "Ana", "Null", false),
            ("A B", "A", "B", false),
            ("Anna-Maria Lopez–Garcia", "Anna-Maria", "Lopez–Garcia", false),
            ("สมชาย ใจดี", "สมชาย", "ใจดี", false),
            ("Anna Maria Berg", "Anna Maria", "Berg", true),
            ("Berg, Anna Maria", "Anna Maria", "Berg", false),
            ("van der Berg, Ann", "Ann", "van der Berg", false),
            ("Carlos King Jr.", "Carlos", "King Jr.", true),
            ("Carlos King, Jr.", "Carlos", "King Jr.", true),
            ("King, Jr., Carlos", "Carlos", "King Jr.", true),
            ("King Jr., Carlos", "Carlos", "King Jr.", false),
            ("Ludwig van der Meer", "Ludwig", "van der Meer", true),
            ("Maria de la Cruz III", "Maria", "de la Cruz III", true),
            ("Van Nguyen", "Van", "Nguyen", false),
            ("Li Do", "Li", "Do", false),
            ("李 娜", "李", "娜", true),
            ("Lily 🌸 Chen", "Lily 🌸", "Chen", true),
        ] {
            let parted = parted(name).unwrap();
            assert_eq!(
                (parted.first.as_str(), parted.last.as_str(), parted.is_guess),
                (first, last, is_guess),
                "{name}"
            );
        }
        for name in ["Madonna", "Suharto -", "Suharto", "- -", "King,", ", Ann", "-, Ann", ""] {
            assert_eq!(parted(name), None, "{name}");
        }
    }
}
