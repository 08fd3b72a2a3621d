//! Tables of one clinic, never named with a schema: the transaction says whose they are.

pub mod account_link;
pub mod appointment;
pub mod audit;
pub mod clinic_setting;
pub mod consent;
pub mod consent_signature;
pub mod consent_template;
pub mod exam;
pub mod finding;
pub mod job;
pub mod member;
pub mod patient;
pub mod session;
pub mod treatment;
pub mod treatment_approval;
