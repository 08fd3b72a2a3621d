//! Which of a patient's points are left, and from which entries: points that expire first are used first.

use std::collections::{HashSet, VecDeque};

use base::local_time::day_of;
use chrono::{DateTime, Months, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{clinic::loyalty_entry::Model, ids::LoyaltyEntryId, words::LoyaltyKind};

/// The remaining points of one entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    pub entry: LoyaltyEntryId,
    pub left: i32,
    pub given_at: DateTime<Utc>,
}

impl Lot {
    /// The last day on which these points can be used, by the clinic's calendar.
    pub fn last_day(&self, expiry: Expiry) -> NaiveDate {
        let given = day_of(self.given_at, expiry.zone);
        given.checked_add_months(expiry.months).unwrap_or(NaiveDate::MAX)
    }

    pub fn is_expired(&self, expiry: Expiry, now: DateTime<Utc>) -> bool {
        self.last_day(expiry) < day_of(now, expiry.zone)
    }
}

/// How long points can be used, and in which time zone.
#[derive(Debug, Clone, Copy)]
pub struct Expiry {
    pub months: Months,
    pub zone: Tz,
}

/// The remaining points of each entry that gave points, oldest first, from all of a patient's entries in order.
///
/// A reversed entry counts as if it had never existed: points used by a reversed redemption are available again, with their own
/// day of expiry. Points used beyond the balance (a treatment was voided after its points had been used) are deducted from the
/// next ones.
pub fn lots(entries: &[Model]) -> VecDeque<Lot> {
    let reversed: HashSet<_> = entries.iter().filter_map(|entry| entry.reverses_id).collect();
    let counts = |entry: &&Model| {
        let of_reversed = entry.expires_id.is_some_and(|lot| reversed.contains(&lot));
        entry.kind != LoyaltyKind::Reversed && !reversed.contains(&entry.id) && !of_reversed
    };
    let mut lots: VecDeque<Lot> = VecDeque::new();
    let mut owed = 0;
    for entry in entries.iter().filter(counts) {
        if entry.points > 0 {
            let paid = owed.min(entry.points);
            owed -= paid;
            lots.push_back(Lot { entry: entry.id, left: entry.points - paid, given_at: entry.created_at });
            continue;
        }
        let mut wanted = -entry.points;
        if let Some(named) = entry.expires_id.and_then(|id| lots.iter_mut().find(|lot| lot.entry == id)) {
            wanted -= take(named, wanted);
        }
        for lot in &mut lots {
            wanted -= take(lot, wanted);
        }
        owed += wanted;
    }
    lots.retain(|lot| lot.left > 0);
    lots
}

/// Takes up to this many points from the lot; returns how many were taken.
fn take(lot: &mut Lot, wanted: i32) -> i32 {
    let taken = lot.left.min(wanted);
    lot.left -= taken;
    taken
}

/// How many points a reversal of this entry has. Expired points are already gone.
pub fn to_reverse(entry: &Model, entries: &[Model]) -> i32 {
    let of_it = entries.iter().filter(|other| other.expires_id == Some(entry.id));
    -entry.points - of_it.map(|other| other.points).sum::<i32>()
}

/// How many points expire next, and the last day on which they can be used.
pub fn next_to_expire(lots: &VecDeque<Lot>, expiry: Expiry) -> Option<(i32, NaiveDate)> {
    let first = lots.iter().map(|lot| lot.last_day(expiry)).min()?;
    let points = lots.iter().filter(|lot| lot.last_day(expiry) == first).map(|lot| lot.left).sum();
    Some((points, first))
}
