//! Visits as an iCalendar file (RFC 5545), for calendar programs. Times are in UTC, so that no zone is needed.

use chrono::{DateTime, Utc};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus, Property};

/// The media type of such a file.
pub const KIND: &str = "text/calendar; charset=utf-8";

/// A visit in a calendar.
pub struct Visit {
    /// The same for every version of the visit.
    pub uid: String,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    /// The time of the last change. The file changes only if this does.
    pub changed_at: DateTime<Utc>,
    /// The number of changes.
    pub version: i32,
    pub summary: String,
    pub location: Option<String>,
    pub status: EventStatus,
}

/// The calendar with these visits, for programs that read it repeatedly.
pub fn calendar(name: &str, visits: impl IntoIterator<Item = Visit>) -> String {
    written(name, "PUBLISH", visits)
}

/// The file with this visit. If the visit is cancelled, the file tells a calendar program to remove the earlier entry.
pub fn file(name: &str, visit: Visit) -> String {
    let method = if matches!(visit.status, EventStatus::Cancelled) { "CANCEL" } else { "PUBLISH" };
    written(name, method, [visit])
}

/// `method` is the requested action (RFC 5546).
fn written(name: &str, method: &str, visits: impl IntoIterator<Item = Visit>) -> String {
    let mut calendar = Calendar::new();
    calendar.append_property(Property::new("METHOD", method)).name(&one_line(name));
    for visit in visits {
        let mut event = Event::new();
        event
            .uid(&visit.uid)
            .starts(visit.starts_at)
            .ends(visit.ends_at)
            .timestamp(visit.changed_at)
            .add_property("SEQUENCE", (visit.version - 1).to_string())
            .summary(&one_line(&visit.summary))
            .status(visit.status);
        if let Some(location) = &visit.location {
            event.location(&one_line(location));
        }
        calendar.push(event.done());
    }
    calendar.to_string()
}

/// People enter names, and a control character in a name must not begin another property.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(summary: &str) -> Visit {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        Visit {
            uid: "visit-7@linden.example".to_owned(),
            starts_at: at("2026-12-01T14:30:00Z"),
            ends_at: at("2026-12-01T15:15:00Z"),
            changed_at: at("2026-11-20T09:00:00Z"),
            version: 3,
            summary: summary.to_owned(),
            location: None,
            status: EventStatus::Confirmed,
        }
    }

    #[test]
    fn a_file_has_what_the_standard_asks_for() {
        let text = calendar("Linden", [visit("N. L.")]);
        assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"), "{text}");
        for line in [
            "VERSION:2.0",
            "METHOD:PUBLISH",
            "UID:visit-7@linden.example",
            "DTSTART:20261201T143000Z",
            "DTEND:20261201T151500Z",
            "DTSTAMP:20261120T090000Z",
            "SEQUENCE:2",
            "SUMMARY:N. L.",
            "STATUS:CONFIRMED",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}: {text}");
        }
        assert!(text.contains("\r\nPRODID:"), "{text}");
        assert_eq!(text.matches("BEGIN:VEVENT").count(), 1);
        // The same visit makes the same file.
        assert_eq!(text, calendar("Linden", [visit("N. L.")]));
    }

    #[test]
    fn a_file_of_a_cancelled_visit_takes_it_out_of_a_calendar() {
        let lines = |status| file("Linden", Visit { version: 4, status, ..visit("N. L.") });
        let cancelled = lines(EventStatus::Cancelled);
        for line in ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:3", "UID:visit-7@linden.example"] {
            assert!(cancelled.lines().any(|one| one == line), "{line}: {cancelled}");
        }
        assert!(lines(EventStatus::Tentative).contains("METHOD:PUBLISH\r\n"));
        // In a calendar that is read repeatedly, a cancelled visit is one of many.
        let among = calendar("Linden", [Visit { status: EventStatus::Cancelled, ..visit("N. L.") }]);
        assert!(among.contains("METHOD:PUBLISH\r\n") && among.contains("STATUS:CANCELLED\r\n"), "{among}");
    }

    #[test]
    fn hostile_names_are_escaped_and_long_lines_folded() {
        let long = "Ölaf; Łukasz, \\ ".repeat(30);
        let text = calendar("Linden\r\nATTACH:https://evil.example", [visit(&format!("{long}\nATTENDEE:x\u{7}"))]);
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        for name in ["ATTACH", "ATTENDEE"] {
            assert!(!text.split("\r\n").any(|line| line.starts_with(name)), "{text}");
        }
        let unfolded = text.replace("\r\n ", "");
        assert!(unfolded.contains("SUMMARY:Ölaf\\; Łukasz\\, \\\\ "), "{unfolded}");
    }
}
