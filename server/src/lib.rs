//! Celadon's server: the gateway, the API, the jobs and the commands.
//!
//! A feature is a folder. Imports point down: feature -> http, jobs -> tenancy -> permission,
//! error, clock, config -> entity.

/// One-use links for setting a password.
mod account_link;
/// The router: every feature's routes in one list.
pub mod app;
/// Booked times.
mod appointments;
/// What was done by whom: sealed and verified.
pub mod audit;
/// Signing in and out, invitations, forgotten passwords, fresh proofs.
mod auth;
/// Paying for Celadon: plans, checkout, what Stripe sends, the look at Stripe.
pub mod billing;
/// What clinics are born with: findings, consent texts, durations.
mod clinical;
/// A clinic's birth and its own settings.
pub mod clinics;
/// The only place that asks the time.
pub mod clock;
/// What the operator sets.
pub mod config;
/// Consent templates, and consents issued to patients.
mod consents;
/// Two believable clinics to try things with.
pub mod demo;
/// Everything that can go wrong.
pub mod error;
/// Good Faith Estimates.
mod estimates;
/// What signatures were given for, and whether it is still so.
pub mod evidence;
/// Good Faith Exams.
mod exams;
/// Between the socket and a handler.
pub mod http;
/// Work that follows a committed change.
pub mod jobs;
/// The life of a clinic: taken out, brought in, renamed, moved, deleted.
pub mod life;
/// The points program.
mod loyalty;
/// Mail, by SMTP or into a folder.
pub mod mail;
/// Health and readiness for the operator.
pub mod ops;
/// Hashing passwords behind a bounded queue.
pub mod password;
/// Patients.
mod patients;
/// Who may do what.
pub mod permission;
/// The platform's own host: sign-up and finding a forgotten clinic.
mod platform;
/// The page on which a patient signs.
mod portal;
/// What handlers and jobs share.
pub mod state;
/// How we sign in at Stripe, and what must not be said together.
pub mod stripe_keys;
/// The clinic's subscription to Celadon.
mod subscriptions;
/// Break-glass: the service's own people look into a clinic.
pub mod support;
/// The people who work at a clinic.
pub mod team;
/// What the server says of itself.
pub mod telemetry;
/// The one way into a clinic's data.
pub mod tenancy;
/// A clinic of its own for each test.
#[cfg(test)]
mod testing;
/// Treatments and their approval.
mod treatments;
