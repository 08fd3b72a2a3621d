//! Business days by the clinic's calendar: Monday to Friday without the federal holidays (5 U.S.C. 6103) and without the days on
//! which the clinic is closed. 45 CFR 149.610 does not define "business day". Leaving a day out makes a deadline later, so only
//! days on which nobody works are left out.

use std::ops::RangeInclusive;

use chrono::{Datelike, Days, NaiveDate, Weekday};

/// The days on which the clinic is closed by its own settings.
#[derive(Debug, Default)]
pub struct ClosedDays(Vec<RangeInclusive<NaiveDate>>);

impl FromIterator<RangeInclusive<NaiveDate>> for ClosedDays {
    fn from_iter<I: IntoIterator<Item = RangeInclusive<NaiveDate>>>(days: I) -> Self {
        Self(days.into_iter().collect())
    }
}

impl ClosedDays {
    pub fn is_business_day(&self, day: NaiveDate) -> bool {
        !is_weekend(day) && !is_federal_holiday(day) && !self.0.iter().any(|closed| closed.contains(&day))
    }

    /// The business day so many business days after a day, which itself does not count. Searches at most a year, so that a clinic
    /// that is closed for good gets an answer too.
    pub fn after(&self, day: NaiveDate, number: usize) -> NaiveDate {
        let days = day.iter_days().skip(1).take(MOST_DAYS);
        let found = days.filter(|day| self.is_business_day(*day)).nth(number.saturating_sub(1));
        found.unwrap_or_else(|| day.checked_add_days(Days::new(number as u64)).unwrap_or(day))
    }

    /// The last business day before a day. Searches at most a year.
    pub fn before(&self, day: NaiveDate) -> NaiveDate {
        let earlier = (1..=MOST_DAYS as u64).filter_map(|days| day.checked_sub_days(Days::new(days)));
        earlier.into_iter().find(|day| self.is_business_day(*day)).unwrap_or(day)
    }

    /// How many business days there are after the first day up to and including the last, counted up to `most`.
    pub fn between(&self, first: NaiveDate, last: NaiveDate, most: usize) -> usize {
        let days = first.iter_days().skip(1).take_while(|day| *day <= last);
        days.filter(|day| self.is_business_day(*day)).take(most).count()
    }
}

/// How many days a search covers.
const MOST_DAYS: usize = 366;

fn is_weekend(day: NaiveDate) -> bool {
    matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

/// Whether a federal holiday is observed on this day. A holiday on a Saturday is observed on Friday, one on a Sunday on Monday.
pub fn is_federal_holiday(day: NaiveDate) -> bool {
    let (month, date, weekday) = (day.month(), day.day(), day.weekday());
    // The ordinal of this weekday within the month.
    let nth = date.div_ceil(7);
    let is_last = date + 7 > days_in_month(day);
    let moves = match (month, weekday) {
        // Martin Luther King, Washington.
        (1 | 2, Weekday::Mon) => nth == 3,
        // Memorial Day.
        (5, Weekday::Mon) => is_last,
        // Labor Day.
        (9, Weekday::Mon) => nth == 1,
        // Columbus Day.
        (10, Weekday::Mon) => nth == 2,
        // Thanksgiving Day.
        (11, Weekday::Thu) => nth == 4,
        _ => false,
    };
    let kept = match weekday {
        Weekday::Fri => [Some(day), day.succ_opt()],
        Weekday::Mon => [Some(day), day.pred_opt()],
        _ => [Some(day), None],
    };
    moves || (!is_weekend(day) && kept.into_iter().flatten().any(is_of_a_date))
}

/// Whether a federal holiday has this date every year: New Year, Juneteenth, Independence, Veterans, Christmas.
fn is_of_a_date(day: NaiveDate) -> bool {
    matches!((day.month(), day.day()), (1, 1) | (6, 19) | (7, 4) | (11, 11) | (12, 25))
}

fn days_in_month(day: NaiveDate) -> u32 {
    u32::from(day.num_days_in_month())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn holidays(year: i32) -> Vec<String> {
        let first = NaiveDate::from_ymd_opt(year, 1, 1).unwrap();
        let days = first.iter_days().take_while(|day| day.year() == year);
        days.filter(|day| is_federal_holiday(*day)).map(|day| day.format("%m-%d").to_string()).collect()
    }

    /// As the Office of Personnel Management lists them.
    #[test]
    fn the_federal_holidays_of_three_years_are_known() {
        let of = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(holidays(2026), of("01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25"));
        // New Year's Day of 2028 is a Saturday, observed on the last day of 2027.
        assert_eq!(holidays(2027), of("01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31"));
        assert_eq!(holidays(2028), of("01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25"));
    }

    #[test]
    fn a_day_on_which_the_clinic_is_closed_does_not_count() {
        let open = ClosedDays::default();
        let closed: ClosedDays = [day("2026-12-01")..=day("2026-12-02")].into_iter().collect();
        assert_eq!(open.after(day("2026-11-30"), 1), day("2026-12-01"));
        assert_eq!(closed.after(day("2026-11-30"), 1), day("2026-12-03"));
        assert_eq!(closed.before(day("2026-12-03")), day("2026-11-30"));
        assert_eq!(
            (
                open.between(day("2026-11-30"), day("2026-12-03"), 9),
                closed.between(day("2026-11-30"), day("2026-12-03"), 9)
            ),
            (3, 1)
        );
    }

    #[test]
    fn a_clinic_that_is_closed_for_good_gets_an_answer() {
        let closed: ClosedDays = [day("2020-01-01")..=day("2040-01-01")].into_iter().collect();
        assert_eq!(closed.after(day("2026-11-30"), 3), day("2026-12-03"));
        assert_eq!(closed.before(day("2026-11-30")), day("2026-11-30"));
        assert_eq!(ClosedDays::default().after(NaiveDate::MAX, 3), NaiveDate::MAX);
        assert_eq!(ClosedDays::default().before(NaiveDate::MIN), NaiveDate::MIN);
    }
}
