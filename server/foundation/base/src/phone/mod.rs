//! Phone numbers in any notation: whether a text is one, and the digits by which two are compared.

use unicode_normalization::UnicodeNormalization;

mod plan;

/// The fewest digits of a number with words beside it.
const WHOLE: usize = 7;

/// A phone number in its stored form: as typed, with the digits and signs of a keyboard and without invisible marks.
///
/// Fails when the text is not a phone number, or has two.
pub fn accepted(text: &str) -> Result<String, String> {
    let plain = plain(text);
    if is_number(&plain) { Ok(plain) } else { Err("must be a phone number".to_owned()) }
}

/// The digits of a phone number for searches and comparisons. Leaves out an extension, the zero that is dialed only within a
/// country, and the prefix of a call abroad. `+44 (0)20 7946 0118` and `011 44 20 7946 0119 x3` begin with 44.
pub fn digits(phone: &str) -> String {
    let plain = plain(phone);
    let (number, _) = without_extension(&plain);
    let is_written = number.trim_start().starts_with('+');
    let without_zero = match number.split_once("(0)") {
        Some((country, rest)) if country.chars().any(|c| c.is_ascii_digit()) => format!("{country}{rest}"),
        _ => number.to_owned(),
    };
    let digits: String = without_zero.chars().filter(char::is_ascii_digit).collect();
    let abroad = if is_written { Some(digits.as_str()) } else { after_call_prefix(&digits) };
    match abroad {
        Some(rest) => plan::without_trunk_zero(rest),
        None => digits,
    }
}

/// The digits after the prefix of a call abroad, if a whole number follows.
fn after_call_prefix(digits: &str) -> Option<&str> {
    ["011", "00"].into_iter().find_map(|prefix| digits.strip_prefix(prefix)).filter(|rest| rest.len() >= 10)
}

/// Whether two texts are the same phone number, with or without the country code of the United States.
pub fn is_same(one: &str, other: &str) -> bool {
    national(&digits(one)) == national(&digits(other))
}

/// The digits of a phone number without the country code of the United States, which people leave out.
pub fn national(digits: &str) -> &str {
    digits.strip_prefix('1').filter(|rest| rest.len() == 10).unwrap_or(digits)
}

/// The digits of a number, or of a part of one, in a search. Leaves out the country code of the United States, which
/// a record may have or not. `None` for a text with words.
pub fn searched(text: &str) -> Option<String> {
    let plain = plain(text);
    let (number, _) = without_extension(&plain);
    let digits = digits(number);
    if digits.len() < 3 || number.chars().any(char::is_alphabetic) {
        return None;
    }
    // No area code begins with 1.
    let begins = number.trim_start_matches(['+', '(', ' ']);
    let has_country = number.starts_with("+1") || begins.starts_with("1-") || begins.starts_with("1 ");
    let rest = digits.strip_prefix('1').filter(|rest| has_country && rest.len() >= 3);
    Some(rest.unwrap_or_else(|| national(&digits)).to_owned())
}

/// The number with its country code, as a provider of texts takes it: `+15550101234`. A number without a country code
/// is taken as one in the United States. `None` if texts cannot be sent to the number.
pub fn international(typed: &str) -> Option<String> {
    let plain = plain(typed);
    let (number, extension) = without_extension(&plain);
    // A text to the main number of an extension would reach a switchboard.
    if extension.is_some() || !is_number(&plain) {
        return None;
    }
    let digits = digits(number);
    match digits.len() {
        _ if is_abroad(number) => plan::is_whole(&digits).then(|| format!("+{digits}")),
        10 => Some(format!("+1{digits}")),
        11 if digits.starts_with('1') => Some(format!("+{digits}")),
        _ => None,
    }
}

/// Whether a number has a country code: after a plus sign, or after the prefix of a call abroad.
fn is_abroad(number: &str) -> bool {
    let dialled: String = number.chars().filter(char::is_ascii_digit).collect();
    number.trim_start().starts_with('+') || after_call_prefix(&dialled).is_some()
}

/// The text with plain digits, spaces and hyphens. Marks of direction and other characters without width are removed.
fn plain(text: &str) -> String {
    let plain = text.nfkc().filter_map(|letter| match letter {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        letter if letter.is_whitespace() => Some(' '),
        letter => Some(letter),
    });
    plain.collect::<String>().trim().to_owned()
}

/// The number, and the extension after it.
fn without_extension(phone: &str) -> (&str, Option<&str>) {
    let end = phone.trim_end_matches([' ', ')', '.']);
    let before = end.trim_end_matches(|c: char| c.is_ascii_digit());
    let extension = &end[before.len()..];
    let before = before.trim_end_matches([' ', '.', ':', '=']);
    let lower = before.to_ascii_lowercase();
    let word = ["extension", "extn", "ext", "x", "#"].into_iter().find(|word| lower.ends_with(word));
    match word {
        Some(word) if (1..=6).contains(&extension.len()) => {
            let number = before[..before.len() - word.len()].trim_end_matches([' ', ',', ';', '(', '-']);
            let is_whole = number.chars().filter(char::is_ascii_digit).count() >= WHOLE;
            if is_whole { (number, Some(extension)) } else { (phone, None) }
        }
        _ => (phone, None),
    }
}

/// Whether a text is one phone number. Words may stand before or after a whole number, such as `555-010-1234 (mobile)`.
fn is_number(plain: &str) -> bool {
    let (number, _) = without_extension(plain);
    let count = digits(plain).len();
    let (Some(first), Some(last)) = (number.find(is_digit), number.rfind(is_digit)) else { return false };
    let within = &number[first..=last];
    let has_words = number.chars().any(char::is_alphabetic);
    (3..=15).contains(&count)
        && !number.contains('@')
        && (!has_words || count >= WHOLE)
        && !within.chars().any(|c| c.is_alphabetic() || matches!(c, '+' | ':'))
        && !is_fraction(within)
        && !is_date(within)
        && !holds_two(within, is_abroad(number) && plan::is_whole(&digits(number)))
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Whether the text is a spreadsheet's number: `5550101020.0`, in Europe `5550101020,0`, perhaps with the other sign between thousands.
fn is_fraction(text: &str) -> bool {
    [('.', ','), (',', '.')].into_iter().any(|(point, between)| {
        text.rsplit_once(point).is_some_and(|(whole, part)| {
            let whole = whole.replace(between, "");
            let part = part.trim_start();
            whole.len() >= WHOLE && part.len() <= 2 && whole.chars().chain(part.chars()).all(is_digit)
        })
    })
}

fn is_date(text: &str) -> bool {
    ['/', '-', '.'].into_iter().any(|separator| {
        let lengths: Vec<_> = text
            .split(separator)
            .map(|part| if part.chars().all(is_digit) { part.len() } else { usize::MAX })
            .collect();
        matches!(lengths[..], [1..=2, 1..=2, 2 | 4] | [4, 1..=2, 1..=2])
    })
}

/// Whether the text has two numbers side by side. Spaces and hyphens also separate the groups of one number. Two such
/// groups are two numbers if each is long enough to be one, or if the second half is grouped like the first:
/// `555-0101 555-0102`. A number with the right length for its country (`is_whole`) is one number in any grouping.
fn holds_two(text: &str, is_whole: bool) -> bool {
    let is_long = |part: &&str| part.chars().filter(char::is_ascii_digit).count() >= WHOLE;
    let are_two = |is_between: fn(char) -> bool| text.split(is_between).filter(is_long).count() > 1;
    let groups: Vec<_> = text.split(|c: char| !is_digit(c)).map(str::len).filter(|length| *length > 0).collect();
    let (half, rest) = groups.split_at(groups.len() / 2);
    let is_twice = half == rest && half.iter().sum::<usize>() >= WHOLE;
    are_two(|c| !is_digit(c) && !" -.()".contains(c)) || (!is_whole && (is_twice || are_two(|c| c == ' ')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_compared_by_its_digits() {
        for (phone, plain) in [
            ("+1 (555) 010-1000", "15550101000"),
            ("none", ""),
            ("+44 (0)20 7946 0118", "442079460118"),
            ("+44 020 7946 0118", "442079460118"),
            ("011 44 20 7946 0119", "442079460119"),
            ("0044 20 7946 0119", "442079460119"),
            ("+39 06 1234 5678", "390612345678"),
            ("555-010-6002 x12", "5550106002"),
            ("555-010-6002 ext. 12", "5550106002"),
            ("(555) 010-6002 #7", "5550106002"),
            ("５５５－０１０－１０２６", "5550101026"),
            ("011", "011"),
            ("(0)20 7946", "0207946"),
        ] {
            assert_eq!(digits(phone), plain, "{phone}");
        }
    }

    #[test]
    fn one_number_is_the_same_however_it_is_written() {
        for (one, other) in [
            ("+44 (0)20 7946 0118", "+44 20 7946 0118"),
            ("011 44 20 7946 0119", "+44 20 7946 0119"),
            ("555-010-6002 x12", "+1 555 010 6002"),
        ] {
            assert!(is_same(one, other), "{one} {other}");
        }
        assert!(!is_same("555-010-6002", "555-010-6003"));
    }

    #[test]
    fn only_a_country_code_is_left_out_of_a_phone_number() {
        for (digits, plain) in [("15550101000", "5550101000"), ("5550101000", "5550101000"), ("1555010", "1555010")] {
            assert_eq!(national(digits), plain);
        }
    }

    #[test]
    fn what_is_no_phone_number_is_refused() {
        for text in [
            "5.55E+09",
            "5550101020.0",
            "15550101020.00",
            "5550101020,0",
            "15550101020,00",
            "5550101020, 0",
            "5,550,101,020.0",
            "5.550.101.020,0",
            "555-010-1021 / 555-010-1022",
            "555-010-1021, 555-010-1022",
            "010-1028 010-1029",
            "010-1028\t010-1029",
            "010-1028 - 010-1029",
            "010-1028-010-1029",
            "010 1028 010 1029",
            "0101028 01010299",
            "010-1028\\010-1029",
            "call 1234",
            "03/14/1985",
            "1985-03-14",
            "14.03.85",
            "3/14/1985 23:00",
            "p1@example.com",
            "p5550101000@example.com",
            "1234567890123456",
            "12",
            "none",
            "",
        ] {
            assert!(accepted(text).is_err(), "{text}");
        }
        for (text, kept) in [
            ("(555) 010-1001", "(555) 010-1001"),
            ("555.010.1003", "555.010.1003"),
            ("555/010-1003", "555/010-1003"),
            ("+44 (0)20 7946 0018", "+44 (0)20 7946 0018"),
            ("+44 20 7946 0118", "+44 20 7946 0118"),
            ("44 20 7946 0118", "44 20 7946 0118"),
            ("+44 2079460118", "+44 2079460118"),
            ("0049 1512 3456789", "0049 1512 3456789"),
            ("00491512 3456789", "00491512 3456789"),
            ("01 23 45 67 89", "01 23 45 67 89"),
            ("01.23.45.67.89", "01.23.45.67.89"),
            ("5,550,101,020", "5,550,101,020"),
            ("(555) 010-1020", "(555) 010-1020"),
            ("1 555 010 1020", "1 555 010 1020"),
            ("1 5550101020", "1 5550101020"),
            ("555-010-1023 x12", "555-010-1023 x12"),
            ("555-010-1023 (mobile)", "555-010-1023 (mobile)"),
            ("\u{202a}+1 (555) 010-1027\u{202c}", "+1 (555) 010-1027"),
            ("５５５－０１０－１０２６", "555-010-1026"),
            ("555\u{a0}010\u{2011}1026", "555 010-1026"),
            ("010-1028", "010-1028"),
            ("911", "911"),
        ] {
            assert_eq!(accepted(text).as_deref(), Ok(kept), "{text}");
        }
    }

    #[test]
    fn a_number_gets_its_country() {
        for (typed, number) in [
            ("(555) 010-1234", Some("+15550101234")),
            ("1 555 010 1234", Some("+15550101234")),
            ("+1 (555) 010-1234", Some("+15550101234")),
            ("+44 20 7946 0018", Some("+442079460018")),
            ("+44 (0)20 7946 0018", Some("+442079460018")),
            ("+49 (0)30 23125 014", Some("+493023125014")),
            ("011 44 20 7946 0119", Some("+442079460119")),
            (" +49 30 901820", Some("+4930901820")),
            // A number of the United States after a plus sign is a number of another country, and too short for it.
            ("+5550101024", None),
            ("+2125550101", None),
            ("+3105550101", None),
            ("+1 555 010 123", None),
            ("555-010-1023 x12", None),
            ("5.55E+09", None),
            ("555 0101", None),
            ("25550101234", None),
            ("", None),
        ] {
            assert_eq!(international(typed).as_deref(), number, "{typed}");
        }
    }
}
