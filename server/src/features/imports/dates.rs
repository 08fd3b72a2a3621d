//! Reads a date as other programs write it.

use chrono::{Datelike, NaiveDate};
use entity::words::DateOrder;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The day of a birth. Numbers are read in this order, unless the year comes first with four digits or the month is in
/// letters, which is unambiguous. A year of two digits is the latest that is not in the future.
pub fn birth_date(text: &str, order: DateOrder, today: NaiveDate) -> Option<NaiveDate> {
    let text = text.trim().to_lowercase();
    // A time after the day says nothing about a birth date: "1985-03-14T00:00:00", "3/14/1985 12:00:00 am".
    let is_instant = text.as_bytes().get(10) == Some(&b't');
    let text = text.get(..10).filter(|_| is_instant).unwrap_or(&text);
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty() && !matches!(*word, "st" | "nd" | "rd" | "th" | "of"))
        .collect();
    let words = match words.as_slice() {
        [day @ .., hours, minutes] if day.len() == 3 && is_number(hours) && is_number(minutes) => day,
        [day @ .., hours, minutes, _] if day.len() == 3 && is_number(hours) && is_number(minutes) => day,
        [day @ .., hours, minutes, _, "am" | "pm"] if day.len() == 3 && is_number(hours) && is_number(minutes) => day,
        all => all,
    };
    let [one, two, three] = words else { return None };
    let (year, month, day) = if let Some(month) = month(one) {
        (*three, month, *two)
    } else if let Some(month) = month(two) {
        if one.len() == 4 { (*one, month, *three) } else { (*three, month, *one) }
    } else {
        let order = if one.len() == 4 { DateOrder::Ymd } else { order };
        match order {
            DateOrder::Mdy => (*three, one.parse().ok()?, *two),
            DateOrder::Dmy => (*three, two.parse().ok()?, *one),
            DateOrder::Ymd => (*one, two.parse().ok()?, *three),
        }
    };
    let day = day.trim_end_matches(|letter: char| letter.is_alphabetic()).parse().ok()?;
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

fn is_number(word: &str) -> bool {
    word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn month(word: &str) -> Option<u32> {
    let place = MONTHS.iter().position(|month| word.len() >= 3 && word.starts_with(month))?;
    u32::try_from(place + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, order: DateOrder) -> Option<String> {
        let today = NaiveDate::from_ymd_opt(2026, 11, 24).unwrap();
        birth_date(text, order, today).map(|day| day.to_string())
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
            ("1985-03-14 00:00:00", Ymd),
            ("3/14/1985 12:00:00 AM", Mdy),
            ("3/14/1985 0:00", Mdy),
            ("Mar 14, 1985", Dmy),
            ("14 March 1985", Mdy),
            ("14-Mar-85", Mdy),
            ("1985-Mar-14", Dmy),
            ("March 14th, 1985", Mdy),
            ("85-03-14", Ymd),
        ] {
            assert_eq!(read(text, order).as_deref(), Some("1985-03-14"), "{text}");
        }
        assert_eq!(read("October 3, 1990", Mdy).as_deref(), Some("1990-10-03"), "a month with a t");
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
        for text in ["", "unknown", "14/3/1985", "3/14", "2/30/1985", "3/14/985", "1985", "3/14/1985/7"] {
            assert_eq!(read(text, DateOrder::Mdy), None, "{text}");
        }
    }
}
