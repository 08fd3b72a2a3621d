//! What can be printed, and which permission shows it.

pub use entity::words::DocumentKind;
use serde_json::Value;

use crate::foundation::{
    http::fields::{Field, choice},
    permission::{
        Access, AppointmentList, ConsentRead, EstimateRead, ExamRead, Grants, LoyaltyBalanceRead, PatientExport,
        PatientRead, Permission, TreatmentList,
    },
};

impl Field for DocumentKind {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

/// Whether somebody may have this printed: whoever may read all of the record on the screen.
pub fn may_print(grants: Grants, kind: DocumentKind) -> bool {
    let permission = match kind {
        DocumentKind::Exam => ExamRead::NAME,
        DocumentKind::Treatment => TreatmentList::NAME,
        DocumentKind::Consent => ConsentRead::NAME,
        DocumentKind::Estimate => EstimateRead::NAME,
        DocumentKind::Patient => PatientRead::NAME,
        DocumentKind::Appointment => AppointmentList::NAME,
        DocumentKind::Statement => LoyaltyBalanceRead::NAME,
        DocumentKind::Export => PatientExport::NAME,
    };
    grants.access(permission) == Some(Access::Full)
}
