//! Tables of the registry, always named with their schema.

pub mod audit_mark;
pub mod billing_account;
pub mod checkout_attempt;
pub mod clinic;
pub mod clinic_move;
pub mod find_request;
pub mod former_schema;
pub mod held_subdomain;
pub mod mail_count;
pub mod placement;
pub mod sign_up_limit;
pub mod stripe_event;
