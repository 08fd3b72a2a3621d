//! Tables of one clinic, never named with a schema: the transaction says whose they are.

pub mod account_link;
pub mod appointment;
pub mod audit;
pub mod clinic_setting;
pub mod consent;
pub mod consent_signature;
pub mod consent_template;
pub mod estimate;
pub mod exam;
pub mod exam_template;
pub mod finding;
pub mod job;
pub mod loyalty_entry;
pub mod loyalty_rule;
pub mod member;
pub mod patient;
pub mod session;
pub mod subscription;
pub mod treatment;
pub mod treatment_approval;
