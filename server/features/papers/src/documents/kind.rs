//! The kinds of documents that can be printed, and the permission for each.

pub use entity::words::DocumentKind;

use base::permission::{
    Access, AppointmentList, ConsentRead, EstimateRead, ExamRead, Grants, LoyaltyBalanceRead, PatientExport,
    PatientRead, Permission, TreatmentList,
};

/// Whether somebody may print this kind: only members who may read all of the record on the screen.
pub(super) fn may_print(grants: Grants, kind: DocumentKind) -> bool {
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
