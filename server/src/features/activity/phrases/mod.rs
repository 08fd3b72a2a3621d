//! Every action of the matrix, in words for the reader of the log.

mod appointments;
mod charts;
mod clinic;
mod group;
mod money;
mod patients;

pub use group::ActionGroup;
use group::Phrase;

/// The actions of each group.
const GROUPS: &[(ActionGroup, &[Phrase])] = &[
    (ActionGroup::Patients, patients::PATIENTS),
    (ActionGroup::Exams, charts::EXAMS),
    (ActionGroup::Treatments, charts::TREATMENTS),
    (ActionGroup::Consents, charts::CONSENTS),
    (ActionGroup::Estimates, money::ESTIMATES),
    (ActionGroup::Appointments, appointments::APPOINTMENTS),
    (ActionGroup::Loyalty, money::LOYALTY),
    (ActionGroup::Team, clinic::TEAM),
    (ActionGroup::SignIn, clinic::SIGN_IN),
    (ActionGroup::Billing, money::BILLING),
    (ActionGroup::Settings, clinic::SETTINGS),
    (ActionGroup::EmergencyAccess, charts::EMERGENCY_ACCESS),
    (ActionGroup::ActivityLog, clinic::ACTIVITY_LOG),
];

/// Every action with its group and its words.
fn all() -> impl Iterator<Item = (&'static str, ActionGroup, &'static str)> {
    GROUPS.iter().flat_map(|(about, phrases)| phrases.iter().map(|(action, words)| (*action, *about, *words)))
}

/// The words for an action. An unknown one, which a newer release wrote, is shown as it is.
pub fn phrase(action: &str) -> &str {
    all().find(|(known, ..)| *known == action).map_or(action, |(.., words)| words)
}

/// What an action is about.
pub fn group(action: &str) -> Option<ActionGroup> {
    all().find(|(known, ..)| *known == action).map(|(_, about, _)| about)
}

/// The actions of a group.
pub fn actions(group: ActionGroup) -> impl Iterator<Item = &'static str> {
    all().filter(move |(_, about, _)| *about == group).map(|(action, ..)| action)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::foundation::permission::MATRIX;

    /// Named so that it runs with the tests of the matrix: a new action needs its words.
    #[test]
    fn every_audit_action_has_exactly_one_phrase() {
        let known: BTreeSet<_> = all().map(|(action, ..)| action).collect();
        assert_eq!(known.len(), all().count(), "an action stands there twice");
        for row in &MATRIX.rows {
            assert!(
                known.contains(row.audit_action.as_str()),
                "{} has no words in features/activity/phrases",
                row.audit_action
            );
        }
        for (action, _, words) in all() {
            assert!(words.len() > 8 && words.starts_with(char::is_uppercase) && !words.ends_with('.'), "{action}");
        }
    }

    #[test]
    fn an_unknown_action_is_shown_by_its_own_name() {
        assert_eq!(phrase("patient.read"), "Opened the client's record");
        assert_eq!(phrase("patient.fold"), "patient.fold");
    }
}
