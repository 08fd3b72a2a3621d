//! Parses a search: words, a phone number, a birth date.

use chrono::{Datelike, NaiveDate};

use super::fold::folded;
use crate::foundation::phone;

/// A parsed search.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// All of them must match, in any order.
    pub words: Vec<String>,
    /// The digits of a phone number, however it is written.
    pub phone: Option<String>,
    /// The possible days: a year of two digits may be in two centuries.
    pub birth_dates: Option<Vec<NaiveDate>>,
}

impl Terms {
    /// Ignores case, accents, the order of words, commas, hyphens and repeated spaces.
    pub fn parse(search: &str) -> Self {
        let search = folded(search.trim());
        let mut terms = Self::default();
        let mut names = String::new();
        for token in search.split(is_between).filter(|token| !token.is_empty()) {
            match dates(token) {
                Some(days) if terms.birth_dates.is_none() => terms.birth_dates = Some(days),
                _ => names.extend([" ", token]),
            }
        }
        terms.words = words(&names);
        // "(555) 010-14" is a phone number; "Ann 3" is not.
        let digits = phone::digits(&search);
        if terms.birth_dates.is_none() && digits.len() >= 3 && !search.chars().any(char::is_alphabetic) {
            terms.words = vec![search];
            terms.phone = Some(digits);
        }
        terms
    }
}

/// The words of a name, in lower case and without accents. A text of hyphens and commas alone stays one word, which
/// matches nobody; no words at all would match everybody.
pub fn words(search: &str) -> Vec<String> {
    let search = folded(search.trim());
    let words: Vec<_> =
        search.split(|c| is_between(c) || c == '-').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    if words.is_empty() && !search.is_empty() { vec![search] } else { without_implied(words) }
}

/// How many words are searched for. Each is compared with every name that the other words match.
const MAX_WORDS: usize = 8;

/// Without words that another one contains: the longer word implies them.
fn without_implied(mut words: Vec<String>) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(word) = words.pop() {
        let is_implied = |other: &String| other.contains(&word);
        if !words.iter().any(is_implied) && !kept.iter().any(is_implied) {
            kept.push(word);
        }
    }
    kept.reverse();
    kept.truncate(MAX_WORDS);
    kept
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// `1985-03-14`, or month, day and year with slashes, hyphens or dots between them.
fn dates(token: &str) -> Option<Vec<NaiveDate>> {
    let mark = token.chars().find(|c| !c.is_ascii_digit()).filter(|mark| "/-.".contains(*mark))?;
    let parts = token.split(mark).map(|part| part.parse::<u32>().ok().map(|number| (part.len(), number)));
    let [(first_digits, first), (second_digits, second), (third_digits, third)] = *parts.collect::<Option<Vec<_>>>()?
    else {
        return None;
    };
    let years = |year: u32| i32::try_from(year).ok();
    let days = match (first_digits, second_digits, third_digits) {
        (4, 1..=2, 1..=2) => vec![NaiveDate::from_ymd_opt(years(first)?, second, third)],
        (1..=2, 1..=2, 4) => vec![NaiveDate::from_ymd_opt(years(third)?, first, second)],
        (1..=2, 1..=2, 2) => {
            [1900, 2000].map(|century| NaiveDate::from_ymd_opt(years(century + third)?, first, second)).to_vec()
        }
        _ => return None,
    };
    let days: Vec<_> = days.into_iter().flatten().filter(|day| day.year() >= 1800).collect();
    (!days.is_empty()).then_some(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_order_commas_hyphens_and_spaces_are_ignored() {
        for search in ["Hart Amelia", " hart,  amelia ", "HART-AMELIA", "hart ,amelia"] {
            assert_eq!(Terms::parse(search).words, ["hart", "amelia"], "{search}");
        }
        assert_eq!(words("El Sayed"), words("el-sayed"));
        assert_eq!(words(" - "), ["-"], "not everybody");
        assert_eq!(Terms::parse("   "), Terms::default());
    }

    #[test]
    fn a_word_that_another_one_contains_is_dropped() {
        assert_eq!(words(&"a ".repeat(100)), ["a"]);
        assert_eq!(words("ann anna an bo"), ["anna", "bo"]);
        assert_eq!(words("mei chen mei"), ["mei", "chen"]);
        let many = ('a'..='z').map(String::from).collect::<Vec<_>>().join(" ");
        assert_eq!(words(&many).len(), MAX_WORDS);
    }

    #[test]
    fn a_birth_date_is_recognized_in_every_usual_format() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        for search in ["3/14/1985", "03/14/1985", "1985-03-14", "3-14-1985", "03.14.1985"] {
            assert_eq!(
                Terms::parse(search),
                Terms { birth_dates: Some(vec![day("1985-03-14")]), ..Terms::default() },
                "{search}"
            );
        }
        assert_eq!(Terms::parse("03/14/85").birth_dates, Some(vec![day("1985-03-14"), day("2085-03-14")]));
        assert_eq!(Terms::parse("2/29/00").birth_dates, Some(vec![day("2000-02-29")]), "1900 had no such day");
    }

    #[test]
    fn a_name_and_a_birth_date_can_be_combined() {
        let terms = Terms::parse("hart 3/14/1985");
        assert_eq!((terms.words, terms.birth_dates.map(|days| days.len())), (vec!["hart".to_owned()], Some(1)));
    }

    #[test]
    fn digits_that_are_no_date_are_a_phone_number_or_a_word() {
        assert_eq!(Terms::parse("(555) 010-14").phone.as_deref(), Some("55501014"));
        assert_eq!(Terms::parse("555-010-1234").phone.as_deref(), Some("5550101234"));
        assert_eq!(Terms::parse("13/45/1985").phone.as_deref(), Some("13451985"));
        assert_eq!(Terms::parse("Ann 3").phone, None);
        for search in ["1/2", "1/2/3/4", "1//1985", "99999999999/1/1985", "3/14/985", "/", "1-2-3-"] {
            assert_eq!(Terms::parse(search).birth_dates, None, "{search}");
        }
    }
}
