//! The tables of one clinic, never named with a schema: the transaction's search path decides.

pub mod account_link;
pub mod account_notice;
pub mod appointment;
pub mod audit;
pub mod audit_seal;
pub mod billing_notice;
pub mod clinic_setting;
pub mod consent;
pub mod consent_signature;
pub mod consent_template;
pub mod estimate;
pub mod exam;
pub mod exam_template;
pub mod finding;
pub mod hand_over;
pub mod job;
pub mod kept_answer;
pub mod loyalty_entry;
pub mod loyalty_rule;
pub mod mail_day;
pub mod member;
pub mod member_sponsor;
pub mod patient;
pub mod plan_grant;
pub mod recovery_code;
pub mod sample_set;
pub mod second_factor;
pub mod session;
pub mod sign_in_limit;
mod signer;
pub mod subscription;
pub mod subscription_status_history;
pub mod support_access;
pub mod treatment;
pub mod treatment_approval;

pub use signer::Signer;
