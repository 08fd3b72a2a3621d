//! Doubts about a birth date that was read.

use chrono::{Datelike, NaiveDate};

use base::{
    date_format::long_date,
    written_date::{Written, written},
};

/// No patient of a clinic is older than this.
const OLDEST: i32 = 115;

/// What a person should check in a birth date. `None` for an ordinary date.
pub fn doubt(text: &str, day: NaiveDate, today: NaiveDate) -> Option<String> {
    let shown = long_date(day);
    let stands_in = matches!((day.year(), day.month(), day.day()), (1900 | 1901 | 1904 | 1970, 1, 1))
        || day.year() < 1900
        || today.year() - day.year() > OLDEST;
    if stands_in {
        return Some(format!("{shown} is a date that programs write where none is known."));
    }
    if matches!(written(text, today), Written::Serial(_)) {
        return Some(format!("The number was read as {shown}, as spreadsheets count days."));
    }
    let has_year = text.contains(&day.year().to_string());
    if !has_year && day.year() >= 2000 && today.year() - (day.year() - 100) <= OLDEST - 10 {
        return Some(format!("The year has two digits: read as {shown}. It may be {}.", day.year() - 100));
    }
    None
}

#[cfg(test)]
mod tests {
    use entity::words::DateOrder;

    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 24).unwrap()
    }

    #[test]
    fn dates_that_stand_for_none_numbers_and_centuries_are_pointed_out() {
        let doubt_of = |text: &str| {
            let day = written(text, today()).in_order(DateOrder::Mdy).unwrap();
            doubt(text, day, today()).unwrap_or_default()
        };
        for text in ["01/01/1900", "1/1/1970", "1970-01-01", "1/1/1901", "3/14/1899"] {
            assert!(doubt_of(text).ends_with("is a date that programs write where none is known."), "{text}");
        }
        assert_eq!(doubt_of("31120"), "The number was read as March 14, 1985, as spreadsheets count days.");
        assert_eq!(doubt_of("3/14/26"), "The year has two digits: read as March 14, 2026. It may be 1926.");
        for text in ["03/14/1985", "3/14/85", "05/06/08", "3/14/2026", "Mar 14, 1985"] {
            assert_eq!(doubt_of(text), "", "{text}");
        }
    }
}
