//! What is recorded when a patient is treated: Good Faith Exams, protocols, treatments, their review, and adverse events.

pub mod adverse_events;
pub mod clearance;
pub mod emergency_access;
pub mod exams;
pub mod protocols;
pub mod review;
pub mod treatments;
pub mod unfinished_charts;
