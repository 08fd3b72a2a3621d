//! Whether a typed signature is the signer's name.

use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};

/// Whether the typed text is this person's name: first and last name, in either order. Case, accents,
/// punctuation and spaces do not matter. A name of signs alone must match exactly.
pub fn is_name_of(typed: &str, first_name: &str, last_name: &str) -> bool {
    let folded = fold(typed);
    let (first, last) = (fold(first_name), fold(last_name));
    if first.is_empty() && last.is_empty() {
        return typed.split_whitespace().eq(format!("{first_name} {last_name}").split_whitespace());
    }
    folded == format!("{first}{last}") || folded == format!("{last}{first}")
}

/// The letters and digits alone, in lower case and without accents.
fn fold(name: &str) -> String {
    let mut folded = String::new();
    for letter in name.nfkd().filter(|c| is_of_name(*c)).flat_map(char::to_lowercase) {
        match plain(letter) {
            Some(plain) => folded.push_str(plain),
            None => folded.push(letter),
        }
    }
    folded
}

/// Letters and digits. Marks of the combining classes 1 to 9 belong to the letter itself (Indic signs, the
/// Japanese voiced marks); others are accents, and vowel points that many leave out.
fn is_of_name(c: char) -> bool {
    match canonical_combining_class(c) {
        0 => c.is_alphanumeric(),
        class => class < 10,
    }
}

/// Letters that Unicode does not decompose, as people without them on the keyboard write them.
const fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_punctuation_spaces_and_order_are_ignored() {
        for (typed, first, last) in [
            ("Nora Lindqvist", "Nora", "Lindqvist"),
            ("nora  LINDQVIST", "Nora", "Lindqvist"),
            ("Lindqvist, Nora", "Nora", "Lindqvist"),
            ("Jose Munoz", "José", "Muñoz"),
            ("Jose\u{301} Mun\u{303}oz", "José", "Muñoz"),
            ("José Muñoz", "Jose", "Munoz"),
            ("Sinead OBrien", "Sinéad", "O'Brien"),
            ("Sinéad O\u{2019}Brien", "Sinéad", "O'Brien"),
            ("layla el sayed", "Layla", "El-Sayed"),
            ("Lukasz Strasse", "Łukasz", "Straße"),
            ("LUKASZ STRASSE", "Łukasz", "Straße"),
            ("Bjorn Aerlig-Loevold", "Bjørn", "Ærlig-Lœvold"),
            ("Yildiz Ipek", "İpek", "Yıldız"),
            ("Nguyen Thi Huong", "Hương", "Nguyễn Thị"),
            ("Ｎｏｒａ Lindqvist", "Nora", "Lindqvist"),
            ("李 美", "美", "李"),
            ("Nora Lindqvist Jr", "Nora", "Lindqvist, Jr."),
            ("Cher", "Cher", "-"),
            ("- —", "-", "—"),
        ] {
            assert!(is_name_of(typed, first, last), "{typed}");
        }
    }

    #[test]
    fn a_different_name_does_not_match() {
        for (typed, first, last) in [
            ("Nora", "Nora", "Lindqvist"),
            ("Lindqvist", "Nora", "Lindqvist"),
            ("N. Lindqvist", "Nora", "Lindqvist"),
            ("Nora Lindquist", "Nora", "Lindqvist"),
            ("Nora Ann Lindqvist", "Nora", "Lindqvist"),
            ("Nora Lindqvist Nora Lindqvist", "Nora", "Lindqvist"),
            ("Dana Director", "Nora", "Lindqvist"),
            ("X", "Nora", "Lindqvist"),
            ("...", "Nora", "Lindqvist"),
            // These vowel signs and voiced marks are not accents.
            ("रम सिंह", "राम", "सिंह"),
            ("はは", "ばば", "-"),
            (".", "-", "—"),
        ] {
            assert!(!is_name_of(typed, first, last), "{typed}");
        }
    }
}
