//! The clinic itself: its team and their accounts, settings, services, activity log and subscription, and the clinical texts that a
//! new clinic starts with.

pub mod account;
pub mod activity;
pub mod billing;
pub mod clinical;
pub mod services;
pub mod settings;
pub mod subscriptions;
pub mod team;
pub mod templates;
