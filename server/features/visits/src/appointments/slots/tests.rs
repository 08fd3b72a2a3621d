//! The computation of free times, without a database.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::working_hours::Span,
    ids::{MemberId, ResourceId},
};

use super::{
    free::{Search, free},
    occupied::OccupiedTime,
    truncate_slots,
};
use contact::schedule::{BlockedTime, ClosedDays, Timetable};

const NEW_YORK: Tz = chrono_tz::America::New_York;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn time(text: &str) -> NaiveTime {
    text.parse().unwrap()
}

fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn plan(opens_at: &str, closes_at: &str) -> Timetable {
    Timetable {
        zone: NEW_YORK,
        clinic_hours: (time(opens_at), time(closes_at)),
        own_hours: HashMap::new(),
        closed: Vec::new(),
        blocked_times: Vec::new(),
    }
}

fn search(minutes: i32) -> Search {
    Search {
        minutes,
        buffer_minutes: 0,
        providers: vec![MemberId::from(4)],
        resource: None,
        from: DateTime::UNIX_EPOCH,
    }
}

/// The starts of one day as the clinic's clock shows them.
fn starts(plan: &Timetable, taken: &[OccupiedTime], search: &Search, on: &str) -> Vec<String> {
    let found = free(plan, taken, search, day(on)..=day(on), usize::MAX);
    found.iter().map(|(slot, _)| slot.starts_at.with_timezone(&NEW_YORK).format("%H:%M").to_string()).collect()
}

fn taken(provider: i64, resource: Option<i64>, from: &str, to: &str) -> OccupiedTime {
    OccupiedTime {
        provider: Some(MemberId::from(provider)),
        resource: resource.map(ResourceId::from),
        times: utc(from)..utc(to),
    }
}

#[test]
fn a_time_is_free_as_long_as_it_ends_with_its_buffer_within_the_hours() {
    assert_eq!(starts(&plan("09:00", "10:00"), &[], &search(30), "2027-07-01"), ["09:00", "09:15", "09:30"]);
    let buffered = Search { buffer_minutes: 15, ..search(30) };
    assert_eq!(starts(&plan("09:00", "10:00"), &[], &buffered, "2027-07-01"), ["09:00", "09:15"]);
    assert!(starts(&plan("09:00", "10:00"), &[], &search(61), "2027-07-01").is_empty());
    assert_eq!(starts(&plan("09:10", "10:00"), &[], &search(30), "2027-07-01"), ["09:15", "09:30"]);
}

#[test]
fn a_member_with_own_hours_works_then_and_not_on_other_days() {
    let mut plan = plan("09:00", "17:00");
    let span = |weekday, opens, closes| Span { weekday, opens_at: time(opens), closes_at: time(closes) };
    // Two spans that touch count as one. 2027-07-01 is a Thursday.
    let own = vec![span(4, "09:00", "09:30"), span(4, "09:30", "10:00"), span(4, "13:00", "13:30")];
    plan.own_hours.insert(MemberId::from(4), own);
    assert_eq!(starts(&plan, &[], &search(30), "2027-07-01"), ["09:00", "09:15", "09:30", "13:00"]);
    assert!(starts(&plan, &[], &search(30), "2027-07-02").is_empty());
}

#[test]
fn closed_days_times_kept_free_and_what_has_passed_are_left_out() {
    let mut plan = plan("09:00", "10:00");
    plan.closed.push(ClosedDays { days: day("2027-07-04")..=day("2027-07-05"), reason: "Holidays".into() });
    assert!(starts(&plan, &[], &search(15), "2027-07-05").is_empty());
    assert_eq!(starts(&plan, &[], &search(15), "2027-07-06").len(), 4);
    let block = |member: Option<i64>, resource: Option<i64>, from, to| BlockedTime {
        member: member.map(MemberId::from),
        resource: resource.map(ResourceId::from),
        times: utc(from)..utc(to),
        reason: "Lunch".into(),
    };
    plan.blocked_times.push(block(Some(4), None, "2027-07-06T13:00:00Z", "2027-07-06T13:15:00Z"));
    plan.blocked_times.push(block(Some(5), None, "2027-07-06T13:00:00Z", "2027-07-06T14:00:00Z"));
    plan.blocked_times.push(block(None, Some(9), "2027-07-06T13:15:00Z", "2027-07-06T13:30:00Z"));
    plan.blocked_times.push(block(None, None, "2027-07-06T13:30:00Z", "2027-07-06T13:45:00Z"));
    assert_eq!(starts(&plan, &[], &search(15), "2027-07-06"), ["09:15", "09:45"]);
    let in_room = Search { resource: Some(ResourceId::from(9)), ..search(15) };
    assert_eq!(starts(&plan, &[], &in_room, "2027-07-06"), ["09:45"]);
    let late = Search { from: utc("2027-07-06T13:45:01Z"), ..search(15) };
    assert!(starts(&plan, &[], &late, "2027-07-06").is_empty());
}

#[test]
fn what_is_booked_is_not_free_for_its_provider_nor_in_its_room() {
    let plan = plan("09:00", "10:00");
    let booked = [
        taken(4, None, "2027-07-01T13:00:00Z", "2027-07-01T13:20:00Z"),
        taken(5, Some(9), "2027-07-01T13:45:00Z", "2027-07-01T14:00:00Z"),
    ];
    assert_eq!(starts(&plan, &booked, &search(15), "2027-07-01"), ["09:30", "09:45"]);
    let in_room = Search { resource: Some(ResourceId::from(9)), ..search(15) };
    assert_eq!(starts(&plan, &booked, &in_room, "2027-07-01"), ["09:30"]);
    let both = Search { providers: vec![MemberId::from(5), MemberId::from(4)], ..search(30) };
    let found = free(&plan, &booked, &both, day("2027-07-01")..=day("2027-07-01"), usize::MAX);
    let found: Vec<_> = found.iter().map(|(slot, provider)| (slot.starts_at, *provider)).collect();
    let at = |text, provider| (utc(text), MemberId::from(provider));
    assert_eq!(found, [at("2027-07-01T13:00:00Z", 5), at("2027-07-01T13:15:00Z", 5), at("2027-07-01T13:30:00Z", 4),]);
}

#[test]
fn the_hour_that_a_clock_change_skips_has_no_slot_and_the_repeated_one_has_each_once() {
    let forward = starts(&plan("00:00", "04:00"), &[], &search(60), "2027-03-14");
    assert_eq!(forward, ["00:00", "00:15", "00:30", "00:45", "01:00", "01:15", "01:30", "01:45", "03:00"]);
    let back = free(&plan("00:00", "03:00"), &[], &search(60), day("2027-11-07")..=day("2027-11-07"), usize::MAX);
    let back: Vec<_> = back.iter().map(|(slot, _)| slot.starts_at.format("%H:%M").to_string()).collect();
    // In UTC: 00:00 to 01:45 are in daylight time, 02:00 is in standard time and so an hour later.
    assert_eq!(back, ["04:00", "04:15", "04:30", "04:45", "05:00", "05:15", "05:30", "05:45", "07:00"]);
}

#[test]
fn an_answer_ends_with_a_whole_time_and_says_where_to_go_on() {
    let plan = plan("00:00", "23:45");
    let three = Search { providers: (1..=3).map(MemberId::from).collect(), ..search(15) };
    let days = day("2027-07-01")..=day("2027-07-02");
    let mut found = free(&plan, &[], &three, days.clone(), usize::MAX);
    let all = found.len();
    let next = truncate_slots(&mut found).unwrap();
    assert_eq!((found.len(), next), (198, utc("2027-07-01T20:30:00Z")));
    let mut rest = free(&plan, &[], &Search { from: next, ..three }, days, usize::MAX);
    assert_eq!((rest[0].0.starts_at, found.len() + rest.len()), (next, all));
    rest.truncate(200);
    assert_eq!(truncate_slots(&mut rest), None);
    let many = Search { providers: (1..=300).map(MemberId::from).collect(), ..search(15) };
    let mut found = free(&plan, &[], &many, day("2027-07-01")..=day("2027-07-01"), usize::MAX);
    assert_eq!(truncate_slots(&mut found), Some(utc("2027-07-01T04:15:00Z")));
    assert_eq!(found.len(), 200);
}

#[test]
fn a_search_ends_with_the_day_on_which_it_has_found_enough() {
    let (plan, days) = (plan("09:00", "10:00"), day("2027-07-01")..=day("2027-07-31"));
    let of = |enough| free(&plan, &[], &search(30), days.clone(), enough);
    // Each day has three free times.
    assert_eq!(of(2).len(), 3);
    assert_eq!(of(3).len(), 6);
    assert_eq!(of(usize::MAX).len(), 93);
}
