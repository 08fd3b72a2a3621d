//! What clinics use, a folder for each feature, under the same names as in `web/src/features`.

pub(crate) mod account;
pub(crate) mod activity;
pub(crate) mod appointments;
pub mod billing;
pub(crate) mod clinical;
pub(crate) mod consents;
pub(crate) mod corrections;
pub(crate) mod documents;
pub(crate) mod duplicates;
pub(crate) mod estimates;
pub(crate) mod exams;
pub(crate) mod fhir;
pub(crate) mod imports;
pub(crate) mod loyalty;
pub(crate) mod messages;
pub(crate) mod patients;
pub(crate) mod portal;
pub(crate) mod record;
pub(crate) mod schedule;
pub(crate) mod search;
pub(crate) mod services;
pub(crate) mod settings;
pub(crate) mod subscriptions;
pub mod team;
pub(crate) mod treatments;
pub(crate) mod waitlist;
