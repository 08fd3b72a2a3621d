//! Sets of row ids. Ids are assigned in order, so a set is stored as spans: a million consecutive ids take the space of one id.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

/// A wider gap was not left by failed transactions (one id each) or by a crash of Postgres (32 ids). A row was
/// inserted with an id far ahead, and the ids in between are still to be assigned.
const WIDE: i64 = 1_000;

/// The ids that were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IdSet(BTreeMap<i64, i64>);

impl IdSet {
    /// Adds an id. `false` if the set had it already.
    pub fn insert(&mut self, id: i64) -> bool {
        let before = self.0.range(..=id).next_back().map(|(from, to)| (*from, *to));
        if before.is_some_and(|(_, to)| id <= to) {
            return false;
        }
        let from = before.filter(|(_, to)| to.checked_add(1) == Some(id)).map_or(id, |(from, _)| from);
        let to = id.checked_add(1).and_then(|next| self.0.remove(&next)).unwrap_or(id);
        self.0.insert(from, to);
        true
    }

    /// A set from spans, given the first and last id of each. `None` unless the spans are in order and do not touch each other.
    pub fn from_spans(from: &[i64], to: &[i64]) -> Option<Self> {
        let is_apart =
            from.iter().skip(1).zip(to).all(|(next, to)| to.checked_add(1).is_some_and(|beyond| beyond < *next));
        let is_ordered = from.len() == to.len() && from.iter().zip(to).all(|(from, to)| from <= to);
        (is_apart && is_ordered).then(|| Self(from.iter().copied().zip(to.iter().copied()).collect()))
    }

    /// The spans, in order.
    pub fn spans(&self) -> impl ExactSizeIterator<Item = (i64, i64)> {
        self.0.iter().map(|(from, to)| (*from, *to))
    }

    /// The number of ids.
    pub fn count(&self) -> i64 {
        self.0.iter().fold(0, |sum, (from, to)| to.saturating_sub(*from).saturating_add(1).saturating_add(sum))
    }

    /// The spans of all other ids, in order.
    pub fn others(&self) -> Vec<(i64, i64)> {
        let mut others = Vec::with_capacity(self.0.len() + 1);
        let mut next = Some(i64::MIN);
        for (from, to) in &self.0 {
            others.extend(next.filter(|next| next < from).map(|next| (next, from - 1)));
            next = to.checked_add(1);
        }
        others.extend(next.map(|next| (next, i64::MAX)));
        others
    }
}

/// Ids from `from` to `to`, both included, that no seal has covered yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub from: i64,
    pub to: i64,
    /// The time when newer ids were first seen, or when an id of this span was last seen.
    pub since: DateTime<Utc>,
}

/// The ids that are still to be sealed, in order. The last span has no end: it has the ids that are not assigned yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsealedIds(Vec<Span>);

impl UnsealedIds {
    /// Every id from this one on.
    pub fn from(from: i64, now: DateTime<Utc>) -> Self {
        Self(vec![Span { from, to: i64::MAX, since: now }])
    }

    pub fn from_spans(spans: Vec<Span>) -> Self {
        Self(spans)
    }

    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// Removes these ids, which are in order and each in one of the spans. The ids left beside them are open from
    /// `now` on, because after one late id others may follow.
    #[must_use]
    pub fn without(&self, seen: &[i64], now: DateTime<Utc>) -> Self {
        let mut left = Vec::with_capacity(self.0.len());
        let mut seen = seen.iter().copied().peekable();
        for span in &self.0 {
            let mut rest = Some(*span);
            while let Some(id) = seen.next_if(|id| *id <= span.to) {
                let Some(open) = rest else { break };
                left.extend((open.from < id).then(|| Span { from: open.from, to: id - 1, since: now }));
                rest = (id < open.to).then(|| Span { from: id + 1, to: open.to, since: now });
            }
            left.extend(rest);
        }
        Self(left)
    }

    /// Removes the gaps that have been open for longer than `late`, because the transactions with those ids have failed.
    #[must_use]
    pub(crate) fn without_expired_gaps(mut self, late: TimeDelta, now: DateTime<Utc>) -> Self {
        self.0.retain(|span| span.to.saturating_sub(span.from) >= WIDE || span.since >= now - late);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: u32) -> DateTime<Utc> {
        format!("2026-06-01T12:{minute:02}:00Z").parse().unwrap()
    }

    fn spans(open: &UnsealedIds) -> Vec<(i64, i64, u32)> {
        let minute = |span: &Span| u32::try_from((span.since - at(0)).num_minutes()).unwrap();
        open.spans().iter().map(|span| (span.from, span.to, minute(span))).collect()
    }

    #[test]
    fn a_million_neighbouring_ids_are_one_span_in_any_order() {
        let mut met = IdSet::default();
        for id in (1..=1_000).rev().chain(2_000..=3_000).chain(1_001..2_000) {
            assert!(met.insert(id), "{id}");
            assert!(!met.insert(id), "{id}");
        }
        assert_eq!(met.spans().collect::<Vec<_>>(), [(1, 3_000)]);
        assert_eq!((met.count(), met.others()), (3_000, vec![(i64::MIN, 0), (3_001, i64::MAX)]));
        assert!(met.insert(i64::MAX) && met.insert(i64::MIN) && met.insert(5_000));
        assert_eq!(met.others(), [(i64::MIN + 1, 0), (3_001, 4_999), (5_001, i64::MAX - 1)]);
        assert_eq!(IdSet::default().others(), [(i64::MIN, i64::MAX)]);
    }

    #[test]
    fn spans_that_overlap_or_are_out_of_order_are_no_set() {
        let set = IdSet::from_spans(&[1, 5], &[3, 9]).unwrap();
        assert_eq!((set.count(), set.others().len()), (8, 3));
        for (from, to) in
            [(vec![1, 3], vec![3, 9]), (vec![1, 4], vec![3, 9]), (vec![5, 1], vec![9, 3]), (vec![2], vec![1])]
        {
            assert_eq!(IdSet::from_spans(&from, &to), None, "{from:?} {to:?}");
        }
        assert_eq!(IdSet::from_spans(&[1], &[]), None);
        assert_eq!(IdSet::from_spans(&[1, i64::MAX], &[i64::MAX, i64::MAX]), None);
        assert_eq!(IdSet::from_spans(&[], &[]), Some(IdSet::default()));
    }

    #[test]
    fn sealed_ids_are_removed_and_their_neighbours_stay_open() {
        let open = UnsealedIds::from(1, at(0)).without(&[1, 2, 4, 7], at(1));
        assert_eq!(spans(&open), [(3, 3, 1), (5, 6, 1), (8, i64::MAX, 1)]);
        let open = open.without(&[5, 9], at(2));
        assert_eq!(spans(&open), [(3, 3, 1), (6, 6, 2), (8, 8, 2), (10, i64::MAX, 2)]);
        let open = open.without(&[10, i64::MAX], at(3));
        assert_eq!(spans(&open), [(3, 3, 1), (6, 6, 2), (8, 8, 2), (11, i64::MAX - 1, 3)]);
        assert_eq!(spans(&UnsealedIds::from(7, at(0)).without(&[], at(5))), [(7, i64::MAX, 0)]);
    }

    #[test]
    fn a_gap_stays_open_for_a_limited_time_and_the_last_span_for_ever() {
        let open = UnsealedIds::from(1, at(0)).without(&[1, 3], at(0)).without(&[5_000], at(10));
        assert_eq!(spans(&open), [(2, 2, 0), (4, 4_999, 10), (5_001, i64::MAX, 10)]);
        let late = TimeDelta::minutes(20);
        assert_eq!(open.clone().without_expired_gaps(late, at(20)), open);
        // A row has an id far ahead, and the ids before it are still to come.
        assert_eq!(spans(&open.without_expired_gaps(late, at(50))), [(4, 4_999, 10), (5_001, i64::MAX, 10)]);
    }
}
