//! What a signature is worth: the content it was given for, in one form for ever, and its digest.
//!
//! Each signed row keeps the SHA-256 of its content: what was said, the picture's own digest, when it
//! was signed, and who signed by the name, role and licence of that moment. The digest is also written
//! into the audit, whose seals cover it, so that whoever alters a row together with its digest is found
//! out as well. `celadon audit verify` recomputes all of it.

mod canonical;
mod estimates;
mod records;
#[cfg(test)]
mod tests;
mod verify;

pub use canonical::Content;
pub use estimates::{Party, estimate, estimate_changes, estimate_signature};
pub use records::{approval, consent, consent_signature, exam, subscription, treatment};
pub use verify::{Finding, Report, verify};
