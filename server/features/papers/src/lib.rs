//! What is printed, handed over or read by other programs: documents, issued estimates, FHIR. Also the first page after signing in,
//! and a patient's record as one page.

pub mod dashboard;
pub mod documents;
pub mod estimate_issues;
pub mod fhir;
pub mod record;
