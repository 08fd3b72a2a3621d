//! When an estimate is due (45 CFR 149.610(b)(1)(vi) and (vii)).

use chrono::NaiveDate;

use super::business_days::ClosedDays;

/// A visit at least so many business days ahead gives three business days for the estimate.
const LONG_LEAD: usize = 10;
/// A visit at least so many business days ahead gives one. Below that, scheduling requires no estimate.
const MIN_LEAD: usize = 3;

/// For a visit that was scheduled on a day. The term is counted from that day, not back from the visit.
pub fn when_scheduled(scheduled_on: NaiveDate, visit_on: NaiveDate, closed: &ClosedDays) -> Option<NaiveDate> {
    match closed.between(scheduled_on, visit_on, LONG_LEAD) {
        ..MIN_LEAD => None,
        MIN_LEAD..LONG_LEAD => Some(closed.after(scheduled_on, 1)),
        _ => Some(closed.after(scheduled_on, 3)),
    }
}

/// For a patient who asked about the cost.
pub fn when_asked(asked_on: NaiveDate, closed: &ClosedDays) -> NaiveDate {
    closed.after(asked_on, 3)
}

/// For a visit after a change of something that the estimate names. `None` if the last business day before the visit is over;
/// whoever takes the visit over then accepts the issued estimate.
pub fn when_changed(changed_on: NaiveDate, visit_on: NaiveDate, closed: &ClosedDays) -> Option<NaiveDate> {
    let due = closed.before(visit_on);
    (changed_on <= due).then_some(due)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Datelike, Days, TimeDelta, Utc};
    use chrono_tz::Tz;

    use super::{super::business_days::is_federal_holiday, *};
    use base::local_time::{day_of, start_of};

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// Counts business days one by one, as on a calendar.
    fn counted(from: NaiveDate, number: usize) -> NaiveDate {
        let (mut day, mut left) = (from, number);
        while left > 0 {
            day = day + Days::new(1);
            let is_free = day.weekday().number_from_monday() > 5 || is_federal_holiday(day);
            left -= usize::from(!is_free);
        }
        day
    }

    #[test]
    fn leads_of_ten_nine_three_and_two_are_right_across_each_holiday_of_three_years() {
        let closed = ClosedDays::default();
        let mut holidays = 0;
        for holiday in
            day("2026-01-01").iter_days().take_while(|day| day.year() < 2029).filter(|day| is_federal_holiday(*day))
        {
            holidays += 1;
            // Scheduled on each day from two weeks before the holiday until the day after.
            for before in 0..=15 {
                let booked = holiday + Days::new(1) - Days::new(before);
                let due = |lead| when_scheduled(booked, counted(booked, lead), &closed);
                assert_eq!(due(10), Some(counted(booked, 3)), "{booked}");
                assert_eq!(due(9), Some(counted(booked, 1)), "{booked}");
                assert_eq!(due(3), Some(counted(booked, 1)), "{booked}");
                assert_eq!(due(2), None, "{booked}");
                assert_eq!(when_asked(booked, &closed), counted(booked, 3), "{booked}");
            }
        }
        assert_eq!(holidays, 33);
    }

    #[test]
    fn thanksgiving_moves_what_is_due() {
        let due =
            |booked, visit| when_scheduled(day(booked), day(visit), &ClosedDays::default()).map(|due| due.to_string());
        // Booked on the Wednesday before Thanksgiving.
        assert_eq!(due("2026-11-25", "2026-11-30"), None, "Friday and Monday");
        assert_eq!(due("2026-11-25", "2026-12-01").as_deref(), Some("2026-11-27"), "three");
        assert_eq!(due("2026-11-25", "2026-12-09").as_deref(), Some("2026-11-27"), "nine");
        assert_eq!(due("2026-11-25", "2026-12-10").as_deref(), Some("2026-12-01"), "ten");
        // A visit on a day that is not a business day is as far ahead as the last business day before it.
        assert_eq!(due("2026-11-24", "2026-11-29"), None);
    }

    #[test]
    fn a_change_is_due_one_business_day_before_the_visit() {
        let due =
            |changed, visit| when_changed(day(changed), day(visit), &ClosedDays::default()).map(|due| due.to_string());
        assert_eq!(due("2026-11-20", "2026-11-27").as_deref(), Some("2026-11-25"), "Thanksgiving lies between");
        assert_eq!(due("2026-11-25", "2026-11-27").as_deref(), Some("2026-11-25"), "on the last day");
        assert_eq!(due("2026-11-26", "2026-11-27"), None, "too late");
        assert_eq!(due("2026-11-27", "2026-11-27"), None, "an hour before");
    }

    /// A term is counted in days of the clinic's calendar, so a clock change has no effect.
    #[test]
    fn the_clock_changes_move_nothing() {
        let zone: Tz = chrono_tz::America::New_York;
        let closed = ClosedDays::default();
        for change in ["2026-03-08", "2026-11-01", "2027-03-14", "2027-11-07", "2028-03-12", "2028-11-05"].map(day) {
            let midnight = start_of(change, zone);
            assert_ne!(start_of(change + Days::new(1), zone) - midnight, TimeDelta::hours(24), "{change}");
            for minutes in (-36 * 60..36 * 60).step_by(15) {
                let at: DateTime<Utc> = midnight + TimeDelta::minutes(minutes);
                let on = day_of(at, zone);
                for (lead, term) in [(10, Some(3)), (9, Some(1)), (3, Some(1)), (2, None)] {
                    let due = when_scheduled(on, counted(on, lead), &closed);
                    assert_eq!(due, term.map(|days| counted(on, days)), "{lead} from {at}");
                }
                assert_eq!(when_asked(on, &closed), counted(on, 3), "{at}");
            }
        }
    }
}
