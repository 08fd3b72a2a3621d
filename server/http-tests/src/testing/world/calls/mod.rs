//! The calls of the API, filled in. There is a file for each folder of `features`, `support` for that folder of
//! `operations`, and `platform` for the platform's own host.

mod account;
mod activity;
mod adverse_events;
mod appointments;
mod billing;
mod calendar_feeds;
mod charges;
mod clearance;
mod consents;
mod dashboard;
mod documents;
mod duplicates;
mod emergency_access;
mod estimate_clocks;
mod estimate_issues;
mod estimates;
mod exams;
mod fhir;
mod follow_ups;
mod imports;
mod kiosk;
mod loyalty;
mod messages;
mod online_booking;
mod patients;
mod platform;
mod portal;
mod protocols;
mod record;
mod review;
mod schedule;
mod search;
mod services;
mod settings;
mod subscriptions;
mod support;
mod team;
mod treatments;
mod unfinished_charts;
mod waitlist;

use uuid::Uuid;

use super::{Call, World};

/// The calls in the order in which they are made.
const OF_CLINIC: &[fn(&World) -> Vec<Call>] = &[
    account::calls,
    activity::calls,
    support::calls,
    settings::calls,
    patients::calls,
    search::calls,
    duplicates::calls,
    record::calls,
    imports::calls,
    documents::calls,
    exams::calls,
    clearance::calls,
    protocols::calls,
    treatments::calls,
    review::calls,
    emergency_access::calls,
    unfinished_charts::calls,
    adverse_events::calls,
    estimate_clocks::calls,
    charges::calls,
    consents::calls,
    portal::calls,
    online_booking::calls,
    calendar_feeds::calls,
    messages::calls,
    follow_ups::calls,
    // Comes after the patient has opened the consent, and after the settings of messages.
    consents::issued,
    appointments::calls,
    dashboard::calls,
    waitlist::calls,
    schedule::calls,
    estimates::calls,
    estimate_issues::calls,
    // Comes after the estimate is issued.
    portal::estimates,
    services::calls,
    loyalty::calls,
    billing::calls,
    subscriptions::calls,
    team::calls,
    fhir::calls,
    kiosk::calls,
    // Comes last, because every call after it would be refused.
    account::sign_out,
];

pub(super) fn of_clinic(world: &World) -> Vec<Call> {
    OF_CLINIC.iter().flat_map(|calls| calls(world)).collect()
}

pub(super) fn of_platform(world: &World) -> Vec<Call> {
    platform::calls(world)
}

/// An address that nobody has yet. Names that must be unique also end in such an address.
fn fresh_email() -> String {
    format!("{}@clinic.example", Uuid::new_v4().simple())
}
