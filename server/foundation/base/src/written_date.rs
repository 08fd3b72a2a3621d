//! Reads dates in the forms that people and other programs write. Returns every day that a text can mean.

use chrono::{Datelike, Days, NaiveDate};
use entity::words::DateOrder;
use unicode_normalization::UnicodeNormalization;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The orders of the days in [`Written::Numbers`].
pub const ORDERS: [DateOrder; 3] = [DateOrder::Mdy, DateOrder::Dmy, DateOrder::Ymd];

/// The day or days that a text can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// The same day in any order: the month is in letters, or the year comes first with four digits.
    Plain(NaiveDate),
    /// A number of days, as a spreadsheet stores a date.
    Serial(NaiveDate),
    /// Only numbers: the day in each of [`ORDERS`], or `None` if that order gives no day.
    Numbers([Option<NaiveDate>; 3]),
    /// A day with a time of day, which in another time zone is another day.
    Time,
    /// No date.
    Nothing,
}

impl Written {
    /// The different days that the text can mean, each with one order that gives it.
    pub fn readings(self) -> Vec<(DateOrder, NaiveDate)> {
        match self {
            Self::Plain(day) | Self::Serial(day) => vec![(DateOrder::Ymd, day)],
            Self::Numbers(days) => {
                let mut readings: Vec<(DateOrder, NaiveDate)> = Vec::new();
                for (order, day) in ORDERS.into_iter().zip(days) {
                    if let Some(day) = day.filter(|day| readings.iter().all(|(_, known)| known != day)) {
                        readings.push((order, day));
                    }
                }
                readings
            }
            Self::Time | Self::Nothing => Vec::new(),
        }
    }

    /// The day in this order, if the order gives one.
    pub fn in_order(self, order: DateOrder) -> Option<NaiveDate> {
        match self {
            Self::Plain(day) | Self::Serial(day) => Some(day),
            Self::Numbers(days) => {
                ORDERS.into_iter().zip(days).find(|(known, _)| *known == order).and_then(|(_, day)| day)
            }
            Self::Time | Self::Nothing => None,
        }
    }
}

/// Parses a text as a date. A year of two digits is taken as the latest one that is not in the future.
pub fn written(text: &str, today: NaiveDate) -> Written {
    let text: String = text.trim().nfkc().collect::<String>().to_lowercase();
    if let Some(number) = plain_number(&text, today) {
        return number;
    }
    let (text, clock) = without_clock(&text);
    match clock {
        Clock::None | Clock::Midnight => of_day(text, today),
        Clock::Other if of_day(text, today).readings().is_empty() => Written::Nothing,
        Clock::Other => Written::Time,
    }
}

/// A date that is a single number: `31120` in a spreadsheet, or `19850314`.
fn plain_number(text: &str, today: NaiveDate) -> Option<Written> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(part) {
        return None;
    }
    match whole.len() {
        5 => {
            // Excel counts days from this one, correctly since March 1900.
            let day = NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(whole.parse().ok()?))?;
            let is_birth = day.year() >= 1901 && day <= today;
            let has_time = part.bytes().any(|digit| digit != b'0');
            is_birth.then_some(if has_time { Written::Time } else { Written::Serial(day) })
        }
        8 if part.is_empty() => {
            let number = |from: usize, to: usize| whole.get(from..to)?.parse::<u32>().ok();
            let year = i32::try_from(number(0, 4)?).ok()?;
            let day = NaiveDate::from_ymd_opt(year, number(4, 6)?, number(6, 8)?)?;
            (1850..=today.year()).contains(&year).then_some(Written::Plain(day))
        }
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Clock {
    None,
    Midnight,
    Other,
}

/// Splits off the time of day, and classifies it. Programs that store a day as a moment write midnight.
fn without_clock(text: &str) -> (&str, Clock) {
    let Some(colon) = text.find(':') else { return (text, Clock::None) };
    let day = text[..colon].trim_end_matches(|letter: char| letter.is_ascii_digit());
    let clock = &text[day.len()..];
    let day = day.trim_end_matches(|letter: char| letter == 't' || letter == ',' || letter.is_whitespace());
    // The zone does not matter, because at midnight the day is the written one.
    let end = clock.find(['z', '+', '-']).unwrap_or(clock.len());
    let words: Vec<&str> =
        clock[..end].split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let (half, numbers): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| matches!(*word, "am" | "pm"));
    let is_zero = |word: &&str| word.bytes().all(|byte| byte == b'0');
    let is_midnight = match (half.as_slice(), numbers.as_slice()) {
        ([], all) => all.iter().all(is_zero),
        (["am"], [hour, rest @ ..]) => (*hour == "12" || is_zero(hour)) && rest.iter().all(is_zero),
        _ => false,
    };
    (day, if is_midnight { Clock::Midnight } else { Clock::Other })
}

fn of_day(text: &str, today: NaiveDate) -> Written {
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty() && !matches!(*word, "st" | "nd" | "rd" | "th" | "of"))
        .collect();
    let [one, two, three] = words[..] else { return Written::Nothing };
    let plain = |year: &str, month: Option<u32>, day: &str| {
        let day = month.and_then(|month| day_of(year, month, number_of(day)?, today));
        day.map_or(Written::Nothing, Written::Plain)
    };
    if let Some(month) = month(one) {
        plain(three, Some(month), two)
    } else if let Some(month) = month(two) {
        if is_whole_year(one) { plain(one, Some(month), three) } else { plain(three, Some(month), one) }
    } else if is_whole_year(one) {
        plain(one, number_of(two), three)
    } else {
        let numbers = |year: &str, month: &str, day: &str| day_of(year, number_of(month)?, number_of(day)?, today);
        let days = [numbers(three, one, two), numbers(three, two, one), numbers(one, two, three)];
        if days == [None; 3] { Written::Nothing } else { Written::Numbers(days) }
    }
}

/// Whether a word has four digits. `14th` has four characters too.
fn is_whole_year(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A day or month: at most two digits, and after a day an ending, as in `14th`.
fn number_of(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|letter: char| letter.is_alphabetic());
    (digits.len() <= 2).then(|| digits.parse().ok()).flatten()
}

fn day_of(year: &str, month: u32, day: u32, today: NaiveDate) -> Option<NaiveDate> {
    let number: i32 = year.parse().ok()?;
    match year.len() {
        4 => NaiveDate::from_ymd_opt(number, month, day),
        2 => {
            let century = today.year() / 100 * 100;
            [century, century - 100]
                .into_iter()
                .filter_map(|century| NaiveDate::from_ymd_opt(century + number, month, day))
                .find(|day| *day <= today)
        }
        _ => None,
    }
}

fn month(word: &str) -> Option<u32> {
    let place = MONTHS.iter().position(|month| word.len() >= 3 && word.starts_with(month))?;
    u32::try_from(place + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 24).unwrap()
    }

    fn read(text: &str, order: DateOrder) -> Option<String> {
        written(text, today()).in_order(order).map(|day| day.to_string())
    }

    #[test]
    fn a_date_is_read_in_the_chosen_order() {
        use DateOrder::{Dmy, Mdy, Ymd};
        for (text, order) in [
            ("3/14/1985", Mdy),
            ("03-14-1985", Mdy),
            ("14.03.1985", Dmy),
            ("14/3/85", Dmy),
            ("1985-03-14", Mdy),
            ("1985/03/14", Dmy),
            ("1985-03-14T00:00:00", Ymd),
            ("1985-03-14T00:00:00.000Z", Ymd),
            ("1985-03-14T00:00:00-05:00", Ymd),
            ("1985-03-14 00:00:00", Ymd),
            ("3/14/1985 12:00:00 AM", Mdy),
            ("3/14/1985 0:00", Mdy),
            ("Mar 14, 1985", Dmy),
            ("14 March 1985", Mdy),
            ("14-Mar-85", Mdy),
            ("1985-Mar-14", Dmy),
            ("March 14th, 1985", Mdy),
            ("14th March 1985", Mdy),
            ("14th of March 1985", Ymd),
            ("14th Mar '85", Mdy),
            ("14TH-MAR-1985", Dmy),
            ("14th 03 1985", Dmy),
            ("85-03-14", Ymd),
            ("31120", Mdy),
            ("31120.0", Dmy),
            ("19850314", Mdy),
            ("０３/１４/１９８５", Mdy),
        ] {
            assert_eq!(read(text, order).as_deref(), Some("1985-03-14"), "{text}");
        }
        assert_eq!(read("October 3, 1990", Mdy).as_deref(), Some("1990-10-03"), "a month with a t");
        assert_eq!(read("1st Feb 2003", Mdy).as_deref(), Some("2003-02-01"));
        assert_eq!(read("22nd December 1990", Mdy).as_deref(), Some("1990-12-22"));
        assert_eq!(read("3-Oct-1990", Mdy).as_deref(), Some("1990-10-03"));
        assert_eq!(read("August 3, 1990", Mdy).as_deref(), Some("1990-08-03"));
    }

    #[test]
    fn a_year_of_two_digits_is_not_in_the_future() {
        assert_eq!(read("3/14/26", DateOrder::Mdy).as_deref(), Some("2026-03-14"));
        assert_eq!(read("12/14/26", DateOrder::Mdy).as_deref(), Some("1926-12-14"));
    }

    #[test]
    fn what_is_no_date_is_not_read() {
        for text in ["", "unknown", "14/3/1985", "3/14", "2/30/1985", "3/14/985", "1985", "3/14/1985/7", "99999", "5"] {
            assert_eq!(read(text, DateOrder::Mdy), None, "{text}");
        }
    }

    #[test]
    fn a_time_of_day_makes_the_day_doubtful() {
        for text in [
            "1985-03-13T23:00:00Z",
            "1985-03-13T23:00:00.000+00:00",
            "1985-03-13T19:00:00-05:00",
            "1985-03-13 23:00",
            "3/13/1985 11:00 PM",
            "3/13/1985 12:00:00 PM",
            "31119.9583333",
        ] {
            assert_eq!(written(text, today()), Written::Time, "{text}");
        }
        assert_eq!(written("at 12:30", today()), Written::Nothing);
    }
}
