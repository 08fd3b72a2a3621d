//! Binds a signature to its content: the content in one canonical form that never changes, and its digest.
//!
//! Each signed row stores the SHA-256 of its content: the values, the picture's own digest, the time of signing, and
//! the signer's name, role and license at that moment. The digest is also written into the audit, whose seals cover
//! it. So a row that was altered together with its digest is found as well. `celadon audit verify` recomputes all of
//! it.

mod canonical;
mod estimates;
mod records;
mod verify;

pub use canonical::Content;
pub use estimates::{
    Party, estimate, estimate_changes, estimate_issue, estimate_receipt, estimate_signature, estimate_void,
};
pub use records::{
    addendum, adverse_event, adverse_event_entry, approval, consent, consent_event, consent_signature, exam,
    exam_clearance, exam_signature, health_change, protocol_override, protocol_retirement, protocol_signature,
    protocol_version, record_void, subscription, treatment, treatment_return, treatment_return_answer,
};
pub use verify::{Finding, Report, verify, verify_after};

use entity::words::SignedKind;

/// The name of a signature's copy in the audit, used with the id of the signed record. So a copy that was moved to another record is found.
pub const fn copy_table(kind: SignedKind) -> &'static str {
    match kind {
        SignedKind::Treatment => "treatment_copy",
        SignedKind::Approval => "approval_copy",
        SignedKind::Exam => "exam_copy",
        SignedKind::Examiner => "examiner_copy",
        SignedKind::Estimate => "estimate_copy",
    }
}
