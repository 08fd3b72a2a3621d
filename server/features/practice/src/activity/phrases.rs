//! Every action of the audit in words, for the reader of the activity log. The words of a call are in `server/permissions.csv`.

use std::sync::LazyLock;

use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer, value::Error as NoSuchWord},
};
use utoipa::ToSchema;

use base::permission::MATRIX;

/// The group of an action, by which the log can be filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionGroup {
    Patients,
    Exams,
    Treatments,
    Consents,
    Estimates,
    Appointments,
    Loyalty,
    Team,
    SignIn,
    Billing,
    Settings,
    EmergencyAccess,
    ActivityLog,
}

/// The actions without a call: those of jobs and commands, and further actions of calls.
const WITHOUT_CALL: &[(&str, ActionGroup, &str)] = &[
    ("estimate.file.make", ActionGroup::Estimates, "Made the PDF of an issued cost estimate"),
    ("billing.plan.grant", ActionGroup::Billing, "Granted the clinic a plan"),
    ("billing.plan.end", ActionGroup::Billing, "Ended a plan that was granted to the clinic"),
    ("signed_copy.make", ActionGroup::Treatments, "Has a copy of what they signed"),
    ("consent.sent", ActionGroup::Consents, "Sent the client the links of consents"),
    ("consent.expired", ActionGroup::Consents, "Noted that links of consents ran out"),
    ("consent.copy.make", ActionGroup::Consents, "Had the copy of the signed consent made"),
    ("team.owner_role", ActionGroup::Team, "Changed the owner's role"),
    ("auth.mfa", ActionGroup::SignIn, "Began to set up a second factor"),
    ("support.grant", ActionGroup::Settings, "Gave Celadon's support leave to look into the clinic"),
    ("clinic.export", ActionGroup::Settings, "Took a copy of all of the clinic's data"),
    ("clinic.restore", ActionGroup::Settings, "Put an earlier copy of the clinic's data in place of today's"),
    ("clinic.put_back", ActionGroup::Settings, "Put the clinic's data back to an earlier moment"),
    ("clinic.import", ActionGroup::Settings, "Brought the clinic's data in from a copy"),
    ("clinic.rename", ActionGroup::Settings, "Changed the clinic's name or address"),
];

/// An action, its group, and the words that follow the name of the person who did it.
type Phrase = (&'static str, ActionGroup, &'static str);

/// Every action.
static ALL: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let of_calls = MATRIX.rows.iter().filter_map(|row| {
        let group: Result<_, NoSuchWord> = ActionGroup::deserialize(row.audit_group.as_str().into_deserializer());
        Some((row.audit_action.as_str(), group.ok()?, row.audit_words.as_str()))
    });
    of_calls.chain(WITHOUT_CALL.iter().copied()).collect()
});

/// The words for an action. An unknown one, which a newer release wrote, is shown as it is.
pub fn phrase(action: &str) -> &str {
    ALL.iter().find(|(known, ..)| *known == action).map_or(action, |(.., words)| words)
}

/// The group of an action.
pub fn group(action: &str) -> Option<ActionGroup> {
    ALL.iter().find(|(known, ..)| *known == action).map(|(_, about, _)| *about)
}

/// The actions of a group.
pub fn actions(group: ActionGroup) -> impl Iterator<Item = &'static str> {
    ALL.iter().filter(move |(_, about, _)| *about == group).map(|(action, ..)| *action)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Its name makes it run with the tests of the matrix, because a new action needs words.
    #[test]
    fn every_audit_action_has_exactly_one_phrase() {
        let mut known = BTreeMap::new();
        for (action, group, words) in ALL.iter() {
            let first = *known.entry(action).or_insert((group, words));
            assert_eq!(first, (group, words), "{action} has other words at another call");
            assert!(words.len() > 8 && words.starts_with(char::is_uppercase) && !words.ends_with('.'), "{action}");
        }
        for row in &MATRIX.rows {
            let (method, path) = (&row.method, &row.path);
            assert!(known.contains_key(&row.audit_action.as_str()), "{method} {path}: no audit_group or audit_words");
        }
    }

    #[test]
    fn an_unknown_action_is_shown_by_its_own_name() {
        assert_eq!(phrase("patient.read"), "Opened the client's record");
        assert_eq!(phrase("patient.fold"), "patient.fold");
    }
}
