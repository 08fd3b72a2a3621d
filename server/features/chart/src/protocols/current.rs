//! The version of a protocol in force on a day, from what was signed and retired.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::Signer,
    ids::{MemberId, ProtocolId, ProtocolVersionId},
};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

/// How many days before its end a protocol counts as ending soon.
pub const SOON: i64 = 30;

/// A signed version without its text.
#[derive(Debug, Clone, PartialEq, FromQueryResult)]
pub struct Version {
    pub id: ProtocolVersionId,
    pub protocol_id: ProtocolId,
    pub number: i32,
    pub title: String,
    pub valid_from: NaiveDate,
    pub valid_until: NaiveDate,
    pub director_id: MemberId,
    pub signer: Signer,
    pub signed_at: DateTime<Utc>,
    pub retired_at: Option<DateTime<Utc>>,
    pub retired_by: Option<Signer>,
    pub retired_for: Option<String>,
}

/// The state of a protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProtocolState {
    /// The service has no protocol, or no version is signed.
    None,
    /// The first version comes into force later.
    Scheduled,
    InForce,
    /// In force, but ending soon.
    Expiring,
    Expired,
    Retired,
}

/// The version of a protocol that is in force on a day, or was last in force.
#[derive(Debug, Clone, Copy)]
pub struct Current<'a> {
    pub state: ProtocolState,
    pub version: Option<&'a Version>,
}

impl<'a> Current<'a> {
    /// The newest version whose first day has come is in force. A retirement ends its version and all before it.
    pub fn of(versions: &'a [Version], day: NaiveDate) -> Self {
        let retired = versions.iter().filter(|one| one.retired_at.is_some()).map(|one| one.number).max().unwrap_or(0);
        let begun = versions.iter().filter(|one| one.valid_from <= day).max_by_key(|one| one.number);
        let Some(version) = begun else {
            let next = versions.iter().filter(|one| one.number > retired).min_by_key(|one| one.valid_from);
            let state = if next.is_some() { ProtocolState::Scheduled } else { ProtocolState::None };
            return Self { state, version: next };
        };
        let left = (version.valid_until - day).num_days();
        let state = match left {
            _ if version.number <= retired => ProtocolState::Retired,
            ..0 => ProtocolState::Expired,
            0..=SOON => ProtocolState::Expiring,
            _ => ProtocolState::InForce,
        };
        Self { state, version: Some(version) }
    }

    /// Whether the version is in force on the day.
    pub fn counts(&self) -> bool {
        matches!(self.state, ProtocolState::InForce | ProtocolState::Expiring)
    }
}

/// Whether a provider may sign this version: it is in force, or no version after it was signed and it comes into force later.
pub fn can_be_agreed(versions: &[Version], id: ProtocolVersionId, day: NaiveDate) -> bool {
    let current = Current::of(versions, day);
    if current.counts() && current.version.is_some_and(|version| version.id == id) {
        return true;
    }
    let newest = versions.iter().max_by_key(|one| one.number);
    newest.is_some_and(|newest| newest.id == id && newest.retired_at.is_none() && newest.valid_from > day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(number: i32, from: &str, until: &str) -> Version {
        Version {
            id: i64::from(number).into(),
            protocol_id: 1.into(),
            number,
            title: "Botox".to_owned(),
            valid_from: from.parse().unwrap(),
            valid_until: until.parse().unwrap(),
            director_id: 1.into(),
            signer: Signer { id: 1, name: "Dana".to_owned(), role: "Medical Director".to_owned(), license: None },
            signed_at: "2026-11-24T15:00:00Z".parse().unwrap(),
            retired_at: None,
            retired_by: None,
            retired_for: None,
        }
    }

    fn retired(version: Version) -> Version {
        Version { retired_at: Some(version.signed_at), ..version }
    }

    fn on(versions: &[Version], day: &str) -> (ProtocolState, Option<i32>) {
        let current = Current::of(versions, day.parse().unwrap());
        (current.state, current.version.map(|version| version.number))
    }

    #[test]
    fn a_version_counts_through_its_last_day() {
        let one = [version(1, "2026-11-24", "2027-11-24")];
        assert_eq!(on(&one, "2026-11-23"), (ProtocolState::Scheduled, Some(1)));
        assert_eq!(on(&one, "2026-11-24"), (ProtocolState::InForce, Some(1)));
        assert_eq!(on(&one, "2027-10-24"), (ProtocolState::InForce, Some(1)));
        assert_eq!(on(&one, "2027-10-25"), (ProtocolState::Expiring, Some(1)));
        assert_eq!(on(&one, "2027-11-24"), (ProtocolState::Expiring, Some(1)));
        assert_eq!(on(&one, "2027-11-25"), (ProtocolState::Expired, Some(1)));
        assert_eq!(on(&[], "2027-11-25"), (ProtocolState::None, None));
    }

    #[test]
    fn a_newer_version_counts_from_its_first_day() {
        let both = [version(1, "2026-11-24", "2027-11-24"), version(2, "2027-01-01", "2027-06-30")];
        assert_eq!(on(&both, "2026-12-31"), (ProtocolState::InForce, Some(1)));
        assert_eq!(on(&both, "2027-01-01"), (ProtocolState::InForce, Some(2)));
        // The older version would last longer, but is superseded anyway.
        assert_eq!(on(&both, "2027-07-01"), (ProtocolState::Expired, Some(2)));
    }

    #[test]
    fn a_retirement_ends_every_version_so_far_and_a_successor_counts() {
        let ended = [version(1, "2026-11-24", "2027-11-24"), retired(version(2, "2027-01-01", "2027-12-31"))];
        assert_eq!(on(&ended, "2026-12-01"), (ProtocolState::Retired, Some(1)));
        assert_eq!(on(&ended, "2027-01-01"), (ProtocolState::Retired, Some(2)));
        let [first, second] = ended;
        let followed = [first, second, version(3, "2027-02-01", "2027-12-31")];
        assert_eq!(on(&followed, "2027-01-31"), (ProtocolState::Retired, Some(2)));
        assert_eq!(on(&followed, "2027-02-01"), (ProtocolState::InForce, Some(3)));
    }

    #[test]
    fn what_is_in_force_or_comes_next_can_be_agreed_to() {
        let day = "2026-12-01".parse().unwrap();
        let both = [version(1, "2026-11-24", "2027-11-24"), version(2, "2027-01-01", "2027-12-31")];
        assert!(can_be_agreed(&both, 1.into(), day) && can_be_agreed(&both, 2.into(), day));
        let later = "2027-01-01".parse().unwrap();
        assert!(!can_be_agreed(&both, 1.into(), later), "superseded");
        assert!(!can_be_agreed(&both, 2.into(), "2028-01-01".parse().unwrap()), "expired");
        let [first, second] = both;
        assert!(!can_be_agreed(&[first, retired(second)], 2.into(), day), "retired");
    }
}
