//! The clinical content of a new clinic: findings for the exam form, exam templates, consent texts, durations
//! of services and point rules.
//!
//! It is only data. Each clinic gets its own copy and may change it. The clinic's medical director and counsel
//! have to review the texts before patients sign them.

pub mod consent_templates;
pub mod durations;
pub mod exam_templates;
pub mod findings;
pub mod normal_findings;
pub mod services;
