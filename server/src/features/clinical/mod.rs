//! The clinical content of a new clinic: findings for the exam form, exam templates, consent texts, durations
//! of services and suggested loyalty points.
//!
//! Data and nothing else. A clinic has its own copy and may change it; this is only the start. The clinic's
//! medical director and counsel have to review the texts before patients sign them.

pub mod consent_templates;
pub mod durations;
pub mod exam_templates;
pub mod findings;
pub mod services;
