//! The rules of remaining points, without a database.

use std::collections::VecDeque;

use chrono::{DateTime, Months, NaiveDate, TimeDelta, Utc};
use chrono_tz::America::New_York;
use entity::{clinic::loyalty_entry::Model, words::LoyaltyKind};
use proptest::prelude::*;

use money::loyalty::lots::{Expiry, Lot, lots, next_to_expire, to_reverse};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// The entry with the number `id`, given `id` days after the first.
fn entry(id: i64, kind: LoyaltyKind, points: i32) -> Model {
    Model {
        id: id.into(),
        patient_id: 1.into(),
        points,
        service: None,
        treatment_id: None,
        created_at: at("2024-01-01T15:00:00Z") + TimeDelta::days(id),
        kind,
        reason: None,
        member_id: None,
        reverses_id: None,
        expires_id: None,
    }
}

fn reversed(id: i64, of: &Model) -> Model {
    Model { reverses_id: Some(of.id), ..entry(id, LoyaltyKind::Reversed, -of.points) }
}

fn expired(id: i64, points: i32, of: &Model) -> Model {
    Model { expires_id: Some(of.id), ..entry(id, LoyaltyKind::Expired, -points) }
}

fn left(entries: &[Model]) -> Vec<(i64, i32)> {
    lots(entries).iter().map(|lot| (lot.entry.into(), lot.left)).collect()
}

use LoyaltyKind::{Adjusted, Earned, Redeemed};

#[test]
fn what_expires_first_is_used_first() {
    let entries = [entry(1, Earned, 30), entry(2, Adjusted, 20), entry(3, Redeemed, -40), entry(4, Earned, 5)];
    assert_eq!(left(&entries), [(2, 10), (4, 5)]);
    assert_eq!(left(&[]), []);
}

#[test]
fn a_redemption_that_was_taken_back_used_nothing() {
    let redeemed = entry(3, Redeemed, -40);
    let entries = [entry(1, Earned, 30), entry(2, Earned, 20), redeemed.clone(), reversed(4, &redeemed)];
    assert_eq!(left(&entries), [(1, 30), (2, 20)], "each with its own day");
}

#[test]
fn points_that_were_taken_back_after_their_use_are_owed() {
    let earned = entry(1, Earned, 30);
    let entries = [earned.clone(), entry(2, Redeemed, -30), reversed(3, &earned), entry(4, Earned, 50)];
    assert_eq!(left(&entries), [(4, 20)]);
    assert_eq!(left(&entries[..3]), []);
}

#[test]
fn expired_points_are_gone_from_their_own_entry() {
    let (first, second) = (entry(1, Earned, 30), entry(2, Earned, 20));
    let entries = [first.clone(), second.clone(), expired(3, 30, &first)];
    assert_eq!(left(&entries), [(2, 20)]);
    // Reversing an entry that has mostly expired takes only the rest.
    assert_eq!(to_reverse(&second, &entries), -20);
    assert_eq!(to_reverse(&first, &entries), 0);
    let partly = [first.clone(), entry(2, Redeemed, -10), expired(3, 20, &first)];
    assert_eq!(to_reverse(&first, &partly), -10);
    let back = Model { points: -10, ..reversed(4, &first) };
    assert_eq!(left(&[&partly[..], &[back, entry(5, Earned, 15)]].concat()), [(5, 5)], "the redeemed 10 are owed");
}

#[test]
fn points_can_be_used_through_the_same_day_of_a_later_month_by_the_clinics_calendar() {
    let expiry = Expiry { months: Months::new(24), zone: New_York };
    // The evening of February 28 in New York.
    let lot = Lot { entry: 1.into(), left: 5, given_at: at("2024-02-29T03:30:00Z") };
    assert_eq!(lot.last_day(expiry), NaiveDate::from_ymd_opt(2026, 2, 28).unwrap());
    assert!(!lot.is_expired(expiry, at("2026-03-01T04:59:59Z")), "still the 28th in New York");
    assert!(lot.is_expired(expiry, at("2026-03-01T05:00:00Z")));
    let leap = Lot { given_at: at("2024-02-29T12:00:00Z"), ..lot };
    assert_eq!(leap.last_day(expiry), NaiveDate::from_ymd_opt(2026, 2, 28).unwrap(), "a shorter month's last day");
}

#[test]
fn what_expires_on_the_same_day_is_named_together() {
    let expiry = Expiry { months: Months::new(24), zone: New_York };
    let same_day = Model { id: 9.into(), ..entry(1, Adjusted, 7) };
    let lots = lots(&[entry(1, Earned, 30), same_day, entry(2, Earned, 20)]);
    assert_eq!(next_to_expire(&lots, expiry), Some((37, NaiveDate::from_ymd_opt(2026, 1, 2).unwrap())));
    assert_eq!(next_to_expire(&VecDeque::default(), expiry), None);
}

proptest! {
    #[test]
    fn what_is_left_less_what_is_owed_is_always_the_balance(steps in proptest::collection::vec((0..4_u8, 1..60_i32), 0..40)) {
        let mut entries: Vec<Model> = Vec::new();
        for (number, (step, points)) in (1_i64..).zip(steps) {
            let pick = usize::try_from(points).unwrap();
            match step {
                0 => entries.push(entry(number, Earned, points)),
                1 => entries.push(entry(number, Redeemed, -points)),
                2 => {
                    let open = |one: &&Model| {
                        matches!(one.kind, Earned | Redeemed) && entries.iter().all(|other| other.reverses_id != Some(one.id))
                    };
                    let Some(one) = entries.iter().filter(open).nth(pick % 7) else { continue };
                    let points = to_reverse(one, &entries);
                    if points != 0 {
                        entries.push(Model { points, ..reversed(number, one) });
                    }
                }
                _ => {
                    let Some(lot) = lots(&entries).front().copied() else { continue };
                    let of = entry(lot.entry.into(), Earned, 0);
                    entries.push(expired(number, lot.left, &of));
                }
            }
        }
        let balance: i32 = entries.iter().map(|one| one.points).sum();
        let left: i32 = lots(&entries).iter().map(|lot| lot.left).sum();
        prop_assert!(left >= balance);
        prop_assert!(balance <= 0 || left > 0);
        // Paying back owed points leaves exactly the balance.
        let owed = left - balance;
        entries.push(entry(1_000, Earned, owed + 1));
        let after: i32 = lots(&entries).iter().map(|lot| lot.left).sum();
        prop_assert_eq!(after, left + 1);
    }
}
