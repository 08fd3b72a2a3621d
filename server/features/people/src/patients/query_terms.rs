//! Parses a search: words, a phone number, a birth date.

use chrono::{Datelike, NaiveDate};

use base::{
    names::folded,
    phone,
    written_date::{Written, written},
};

/// A parsed search.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// All words must match, in any order.
    pub words: Vec<String>,
    /// The digits of a phone number in any spelling.
    pub phone: Option<String>,
    /// The possible days; a year of two digits may be in two centuries.
    pub birth_dates: Option<Vec<NaiveDate>>,
}

impl Terms {
    /// Ignores case, accents, apostrophes, the order of words, commas, hyphens and repeated spaces.
    pub fn parse(search: &str) -> Self {
        let tokens: Vec<&str> = search.split(is_between).filter(|token| !token.is_empty()).collect();
        let mut terms = Self::default();
        let mut names = String::new();
        let mut at = 0;
        while at < tokens.len() {
            let found = terms.birth_dates.is_none().then(|| date_at(&tokens[at..])).flatten();
            if let Some((length, days)) = found {
                terms.birth_dates = Some(days);
                at += length;
            } else {
                names.extend([" ", tokens[at]]);
                at += 1;
            }
        }
        terms.words = words(&names);
        // "(555) 010-14" is a phone number; "Ann 3" is not. Eight digits are a number, or a date without separators.
        let is_number = search.trim().chars().all(|letter| letter.is_ascii_digit());
        if terms.birth_dates.is_none() || is_number {
            terms.phone = phone::searched(search);
        }
        if terms.phone.is_some() {
            terms.words = vec![folded(search)];
        }
        terms
    }
}

/// The words of a name, in lower case and without accents. A text of only hyphens and commas stays one word and matches nobody,
/// because no words at all would match everybody.
pub fn words(search: &str) -> Vec<String> {
    let words: Vec<_> = folded(search).split_whitespace().map(str::to_owned).collect();
    let search = search.trim();
    if words.is_empty() && !search.is_empty() { vec![search.to_owned()] } else { without_implied(words) }
}

/// The most words that are searched for. Each is compared with every name that the other words match.
const MAX_WORDS: usize = 8;

/// Removes words that another word contains, because the longer word implies them.
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

/// A birth date at the beginning, and how many words it has: `1985-03-14`, `3/14/1985`, `14.03.1985`, `19850314`, `Mar 14 1985`.
/// A date in numbers has the month first if that is a valid day. A year of two digits may be in either century.
fn date_at(tokens: &[&str]) -> Option<(usize, Vec<NaiveDate>)> {
    let latest = NaiveDate::from_ymd_opt(2099, 12, 31)?;
    [1, 3].into_iter().find_map(|length| {
        let text = tokens.get(..length)?.join(" ");
        let days = match written(&text, latest) {
            Written::Plain(day) => vec![day],
            // "555 01 01" is the beginning of a number.
            Written::Numbers([month_first, day_first, _]) if length == 1 => vec![month_first.or(day_first)?],
            _ => return None,
        };
        let is_short = !text.split(|c: char| !c.is_ascii_digit()).any(|part| part.len() >= 4);
        let earlier = days.iter().filter(|_| is_short).filter_map(|day| day.with_year(day.year() - 100));
        let mut days: Vec<_> = earlier.chain(days.iter().copied()).collect();
        days.retain(|day| day.year() >= 1800);
        (!days.is_empty()).then_some((length, days))
    })
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
        assert_eq!(words("o’brien"), words("O'Brien"));
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
        for search in [
            "3/14/1985",
            "03/14/1985",
            "1985-03-14",
            "3-14-1985",
            "03.14.1985",
            "14.03.1985",
            "Mar 14 1985",
            "March 14, 1985",
            "14 March 1985",
            "14-Mar-1985",
        ] {
            assert_eq!(
                Terms::parse(search),
                Terms { birth_dates: Some(vec![day("1985-03-14")]), ..Terms::default() },
                "{search}"
            );
        }
        assert_eq!(Terms::parse("03/14/85").birth_dates, Some(vec![day("1985-03-14"), day("2085-03-14")]));
        let either = Terms::parse("19850314");
        assert_eq!((either.birth_dates, either.phone), (Some(vec![day("1985-03-14")]), Some("19850314".to_owned())));
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
        for search in ["+1 (555) 010-1999", "15550101999", "1-555-010-1999", "(555) 010-1999", "555.010.1999 x12"] {
            assert_eq!(Terms::parse(search).phone.as_deref(), Some("5550101999"), "{search}");
        }
        assert_eq!(Terms::parse("+44 (0)20 7946").phone.as_deref(), Some("44207946"));
        for search in ["1/2", "1/2/3/4", "1//1985", "99999999999/1/1985", "3/14/985", "/", "1-2-3-"] {
            assert_eq!(Terms::parse(search).birth_dates, None, "{search}");
        }
    }
}
