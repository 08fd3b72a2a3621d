//! The groups of the actions, and how a group lists them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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

/// An action, and the sentence about whoever did it.
pub type Phrase = (&'static str, &'static str);
