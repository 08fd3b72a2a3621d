//! Computes whether a patient is cleared for a service on a day.

use chrono::{DateTime, NaiveDate, Utc};
use entity::words::{ClearanceDecision, ClearanceStatus};

/// For how many days before its end a clearance counts as ending soon.
const SOON: i64 = 30;

/// The newest decision about a service.
#[derive(Debug, Clone, Copy)]
pub struct Decided {
    pub decision: ClearanceDecision,
    /// The last day on which it counts.
    pub valid_until: Option<NaiveDate>,
    /// When the signed exam was made.
    pub examined_at: DateTime<Utc>,
}

/// The facts about a patient's clearance for a service.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClearanceFacts {
    pub decided: Option<Decided>,
    /// When the patient last reported a change.
    pub changed_at: Option<DateTime<Utc>>,
    /// When the newest exam was made. `None` if it is signed.
    pub unsigned_at: Option<DateTime<Utc>>,
}

impl ClearanceFacts {
    #[must_use]
    pub fn status(self, day: NaiveDate) -> ClearanceStatus {
        let waits = self.unsigned_at.is_some_and(|at| self.changed_at.is_none_or(|changed| changed < at));
        let or_waiting = |status| if waits { ClearanceStatus::Waiting } else { status };
        let Some(decided) = self.decided else { return or_waiting(ClearanceStatus::Missing) };
        match decided.decision {
            // A change does not make somebody a candidate who was not one before.
            ClearanceDecision::NotACandidate => ClearanceStatus::NotACandidate,
            ClearanceDecision::Deferred => ClearanceStatus::Deferred,
            ClearanceDecision::Cleared if self.is_changed_since(decided.examined_at) => {
                or_waiting(ClearanceStatus::Reopened)
            }
            ClearanceDecision::Cleared => match days_left(decided.valid_until, day) {
                Some(0..=SOON) => ClearanceStatus::Expiring,
                Some(days) if days > SOON => ClearanceStatus::Valid,
                _ => or_waiting(ClearanceStatus::Expired),
            },
        }
    }

    fn is_changed_since(self, exam: DateTime<Utc>) -> bool {
        self.changed_at.is_some_and(|changed| changed >= exam)
    }
}

/// How many days after `day` a clearance still counts. Negative if it has ended.
pub fn days_left(valid_until: Option<NaiveDate>, day: NaiveDate) -> Option<i64> {
    valid_until.map(|until| (until - day).num_days())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: &str) -> DateTime<Utc> {
        format!("{day}T15:00:00Z").parse().unwrap()
    }

    fn cleared(examined: &str, until: &str) -> ClearanceFacts {
        let decided = Decided {
            decision: ClearanceDecision::Cleared,
            valid_until: Some(until.parse().unwrap()),
            examined_at: at(examined),
        };
        ClearanceFacts { decided: Some(decided), ..ClearanceFacts::default() }
    }

    #[test]
    fn a_clearance_counts_through_its_last_day() {
        let known = cleared("2026-11-24", "2027-11-24");
        let on = |day: &str| known.status(day.parse().unwrap());
        assert_eq!(on("2026-11-24"), ClearanceStatus::Valid);
        assert_eq!(on("2027-10-24"), ClearanceStatus::Valid);
        assert_eq!(on("2027-10-25"), ClearanceStatus::Expiring);
        assert_eq!(on("2027-11-24"), ClearanceStatus::Expiring);
        assert_eq!(on("2027-11-25"), ClearanceStatus::Expired);
    }

    #[test]
    fn a_change_reopens_until_a_later_exam_is_signed() {
        let day = "2027-01-05".parse().unwrap();
        let known = cleared("2026-11-24", "2027-11-24");
        let changed = ClearanceFacts { changed_at: Some(at("2027-01-02")), ..known };
        assert_eq!(changed.status(day), ClearanceStatus::Reopened);
        let examined = ClearanceFacts { unsigned_at: Some(at("2027-01-03")), ..changed };
        assert_eq!(examined.status(day), ClearanceStatus::Waiting);
        let before = ClearanceFacts { unsigned_at: Some(at("2027-01-01")), ..changed };
        assert_eq!(before.status(day), ClearanceStatus::Reopened, "an exam from before the change");
        let signed = ClearanceFacts { changed_at: changed.changed_at, ..cleared("2027-01-03", "2028-01-03") };
        assert_eq!(signed.status(day), ClearanceStatus::Valid);
    }

    #[test]
    fn an_unsigned_exam_waits_and_takes_nothing_away() {
        let day = "2027-01-05".parse().unwrap();
        let unsigned_at = Some(at("2027-01-04"));
        assert_eq!(ClearanceFacts::default().status(day), ClearanceStatus::Missing);
        assert_eq!(ClearanceFacts { unsigned_at, ..ClearanceFacts::default() }.status(day), ClearanceStatus::Waiting);
        let valid = ClearanceFacts { unsigned_at, ..cleared("2026-11-24", "2027-11-24") };
        assert_eq!(valid.status(day), ClearanceStatus::Valid);
        let expired = ClearanceFacts { unsigned_at, ..cleared("2025-11-24", "2026-11-24") };
        assert_eq!(expired.status(day), ClearanceStatus::Waiting);
    }

    #[test]
    fn neither_a_change_nor_an_unsigned_exam_makes_a_candidate() {
        let day = "2027-01-05".parse().unwrap();
        for (decision, status) in [
            (ClearanceDecision::NotACandidate, ClearanceStatus::NotACandidate),
            (ClearanceDecision::Deferred, ClearanceStatus::Deferred),
        ] {
            let decided = Decided { decision, valid_until: None, examined_at: at("2026-11-24") };
            let known = ClearanceFacts {
                decided: Some(decided),
                changed_at: Some(at("2027-01-02")),
                unsigned_at: Some(at("2027-01-04")),
            };
            assert_eq!(known.status(day), status);
        }
    }
}
