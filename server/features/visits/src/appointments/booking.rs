//! The start and the end of an appointment.

use chrono::{DateTime, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use base::error::Result;
use contact::schedule;

/// Converts the time of a form into an instant (`schedule::instant`).
///
/// Fails when the text is not a time, or when the clocks skip the time.
pub fn instant(text: &str, zone: Tz) -> Result<DateTime<Utc>> {
    schedule::instant("appointment_time", text, zone)
}

/// Converts a time by the clinic's clock into an instant. `None` if the clocks skip the time.
pub fn instant_of(at: NaiveDateTime, zone: Tz) -> Option<DateTime<Utc>> {
    zone.from_local_datetime(&at).earliest().map(|instant| instant.to_utc())
}

/// The end of an appointment: its start plus the service's duration.
pub fn end(starts_at: DateTime<Utc>, minutes: i32) -> DateTime<Utc> {
    starts_at + TimeDelta::minutes(minutes.into())
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, NaiveTime};
    use sea_orm::Iterable;

    use super::*;
    use base::local_time::start_of;
    use practice::clinical::{durations::default_minutes, services::ServiceName};

    fn at(text: &str, zone: Tz) -> Result<String> {
        instant(text, zone).map(|instant| instant.to_rfc3339())
    }

    #[test]
    fn a_local_time_is_in_the_clinics_time_zone() {
        let new_york = chrono_tz::America::New_York;
        assert_eq!(at("2026-07-01T09:30", new_york).unwrap(), "2026-07-01T13:30:00+00:00");
        assert_eq!(at("2026-01-05T09:30", new_york).unwrap(), "2026-01-05T14:30:00+00:00");
        assert_eq!(at("2026-07-01T09:30:00-07:00", new_york).unwrap(), "2026-07-01T16:30:00+00:00");
        assert!(at("tomorrow", new_york).is_err());
        assert!(at("2026-13-01T09:30", new_york).is_err());
    }

    #[test]
    fn local_times_are_resolved_on_the_days_of_a_clock_change() {
        for (zone, skipped, repeated, first) in [
            (chrono_tz::America::New_York, "2026-03-08T02:30", "2026-11-01T01:30", "2026-11-01T05:30:00+00:00"),
            (chrono_tz::Europe::London, "2026-03-29T01:30", "2026-10-25T01:30", "2026-10-25T00:30:00+00:00"),
            (chrono_tz::Australia::Sydney, "2026-10-04T02:30", "2026-04-05T02:30", "2026-04-04T15:30:00+00:00"),
        ] {
            assert!(at(skipped, zone).is_err(), "{zone}");
            assert_eq!(at(repeated, zone).unwrap(), first, "{zone}");
        }
    }

    #[test]
    fn a_day_begins_at_its_first_existing_minute() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let start = |text, zone| start_of(day(text), zone).to_rfc3339();
        assert_eq!(start("2026-03-08", chrono_tz::America::New_York), "2026-03-08T05:00:00+00:00");
        // In Santiago the clocks skip midnight.
        assert_eq!(start("2026-09-06", chrono_tz::America::Santiago), "2026-09-06T04:00:00+00:00");
    }

    /// Both days of a year on which the clocks change, with the offsets from UTC in minutes before and after. On Lord
    /// Howe Island the clocks change by half an hour.
    const CHANGES: [(Tz, &str, i64, i64); 6] = [
        (chrono_tz::America::New_York, "2026-03-08", -300, -240),
        (chrono_tz::America::New_York, "2026-11-01", -240, -300),
        (chrono_tz::Europe::London, "2026-03-29", 0, 60),
        (chrono_tz::Europe::London, "2026-10-25", 60, 0),
        (chrono_tz::Australia::Lord_Howe, "2026-10-04", 630, 660),
        (chrono_tz::Australia::Lord_Howe, "2026-04-05", 660, 630),
    ];

    /// Computed by hand: the old offset holds until the clocks change. A minute is skipped if neither offset yields it,
    /// and repeated if both do.
    fn by_hand(zone: Tz, day: NaiveDate, minute: i64, before: i64, after: i64) -> Option<DateTime<Utc>> {
        let midnight = day.and_time(NaiveTime::MIN).and_utc();
        // London's clocks change at 01:00 UTC, the others at 02:00 standard time.
        let change = if zone == chrono_tz::Europe::London {
            midnight + TimeDelta::minutes(60)
        } else {
            midnight + TimeDelta::minutes(120 - before)
        };
        let old = midnight + TimeDelta::minutes(minute - before);
        let new = midnight + TimeDelta::minutes(minute - after);
        if old < change {
            Some(old)
        } else if new >= change {
            Some(new)
        } else {
            None
        }
    }

    #[test]
    fn every_minute_of_both_clock_change_days_is_resolved_in_three_zones() {
        for (zone, date, before, after) in CHANGES {
            let day: NaiveDate = date.parse().unwrap();
            let (mut skipped, mut repeated) = (0, 0);
            for minute in 0..24 * 60 {
                let text = format!("{date}T{:02}:{:02}", minute / 60, minute % 60);
                let expected = by_hand(zone, day, minute, before, after);
                let meant = instant(&text, zone).ok();
                assert_eq!(meant, expected, "{text} {zone}");
                skipped += i64::from(meant.is_none());
                let Some(meant) = meant else { continue };
                assert_eq!(meant.with_timezone(&zone).format("%Y-%m-%dT%H:%M").to_string(), text, "{zone}");
                // If the same local time occurs again, the result is the first.
                let again = meant + TimeDelta::minutes((before - after).abs());
                repeated += i64::from(
                    before > after && again.with_timezone(&zone).format("%Y-%m-%dT%H:%M").to_string() == text,
                );
                for service in ServiceName::iter() {
                    let minutes = i64::from(default_minutes(service));
                    // A clock change does not change the length.
                    assert_eq!(
                        (end(meant, default_minutes(service).into()) - meant).num_minutes(),
                        minutes,
                        "{text} {zone}"
                    );
                }
            }
            let (gap, overlap) = ((after - before).max(0), (before - after).max(0));
            assert_eq!((skipped, repeated), (gap, overlap), "{date} {zone}");
            let length = start_of(day.succ_opt().unwrap(), zone) - start_of(day, zone);
            assert_eq!(length.num_minutes(), 24 * 60 - (after - before), "{date} {zone}");
        }
    }
}
