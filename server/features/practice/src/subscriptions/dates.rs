//! The end of a trial and the next bill (specification 4).

use chrono::{Days, Months, NaiveDate};

/// The two dates that are computed from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillingDates {
    pub trial_end: NaiveDate,
    pub next_bill: NaiveDate,
}

/// The trial ends its number of days after the start, or at the start without a trial; the next bill comes a month later. A month
/// without that day uses its last day: January 31 and a month is February 28 or 29.
///
/// `None` if the dates are beyond the calendar.
pub fn billing_dates(start: NaiveDate, trial_days: Option<u32>) -> Option<BillingDates> {
    let trial_end = start.checked_add_days(Days::new(u64::from(trial_days.unwrap_or(0))))?;
    Some(BillingDates { trial_end, next_bill: trial_end.checked_add_months(Months::new(1))? })
}

#[cfg(test)]
mod tests {
    use chrono::Datelike;
    use proptest::prelude::*;

    use super::*;

    /// A month later, computed in a different way.
    fn independently(day: NaiveDate) -> NaiveDate {
        let (year, month) = if day.month() == 12 { (day.year() + 1, 1) } else { (day.year(), day.month() + 1) };
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        NaiveDate::from_ymd_opt(year, month, day.day().min(lengths[month as usize - 1])).unwrap()
    }

    #[test]
    fn dates_are_right_for_every_start_day_of_a_leap_and_a_common_year() {
        for year in [2027, 2028] {
            for start in NaiveDate::from_ymd_opt(year, 1, 1).unwrap().iter_days().take_while(|day| day.year() == year) {
                let without = billing_dates(start, None).unwrap();
                assert_eq!(without, BillingDates { trial_end: start, next_bill: independently(start) });
                let with = billing_dates(start, Some(14)).unwrap();
                assert_eq!((with.trial_end - start).num_days(), 14);
                assert_eq!(with.next_bill, independently(with.trial_end));
            }
        }
    }

    #[test]
    fn a_period_from_the_end_of_january_ends_at_the_end_of_february() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(billing_dates(day("2027-01-31"), None).unwrap().next_bill, day("2027-02-28"));
        assert_eq!(billing_dates(day("2028-01-31"), None).unwrap().next_bill, day("2028-02-29"));
        assert_eq!(billing_dates(NaiveDate::MAX, None), None);
    }

    /// The browser shows the dates before the server computes them, so both use the same table of cases.
    #[test]
    fn the_servers_dates_match_the_browsers_table() {
        let table = include_str!("../../../../../web/src/features/subscriptions/billingDates.test.ts");
        let rows = table.lines().filter_map(|line| {
            let cells = line.trim().strip_prefix("['")?.strip_suffix("'],")?.replace('\'', "");
            let cells: Vec<_> = cells.split(", ").map(str::to_owned).collect();
            let [start, trial, trial_end, next_bill] = <[String; 4]>::try_from(cells).ok()?;
            let dates = BillingDates { trial_end: trial_end.parse().ok()?, next_bill: next_bill.parse().ok()? };
            Some((start.parse().ok()?, trial.parse::<u32>().ok()?, dates))
        });
        let rows: Vec<(NaiveDate, u32, BillingDates)> = rows.collect();
        assert!(rows.len() >= 9, "the table was not found");
        for (start, trial, expected) in rows {
            assert_eq!(billing_dates(start, Some(trial)), Some(expected), "{start} with {trial} days");
        }
    }

    proptest! {
        /// For every date and length of trial.
        #[test]
        fn a_month_later_is_the_next_month_and_never_past_the_day(days in 0..60_000_u64) {
            let anchor = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap() + Days::new(days);
            let next = billing_dates(anchor, None).unwrap().next_bill;
            let index = |day: NaiveDate| day.year() * 12 + i32::try_from(day.month0()).unwrap();
            prop_assert_eq!(index(next), index(anchor) + 1);
            prop_assert!(next.day() <= anchor.day());
            let is_last = |day: NaiveDate| day.succ_opt().unwrap().day() == 1;
            prop_assert!(next.day() == anchor.day() || is_last(next));
            prop_assert!(anchor.day() != 31 || is_last(next));
        }
    }
}
