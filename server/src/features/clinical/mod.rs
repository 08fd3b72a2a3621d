//! The clinical content a clinic gets at its birth: findings for the exam form, exam templates, consent texts,
//! durations of services and suggested loyalty points.
//!
//! It is data and nothing else. A clinic owns its copy and may change it; what stands here is only the beginning.
//! The clinic's medical director and counsel have to review the texts before patients sign them.

pub mod consent_templates;
pub mod durations;
pub mod exam_templates;
pub mod findings;
pub mod services;
