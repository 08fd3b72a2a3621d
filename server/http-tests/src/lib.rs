//! Every test that speaks HTTP to the whole server, each in a clinic of its own.
//!
//! They stand in one crate above all others, so that no crate of the server is compiled a second time for them. A folder has the
//! name of the feature that it tests; `testing` gives each test a clinic and clients.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "tests look behind what they test")]

mod account;
mod activity;
mod adverse_events;
mod app;
mod appointments;
mod audit;
mod billing;
mod calendar_feeds;
mod charges;
mod clearance;
mod clinic_ops;
mod consents;
mod corrections;
mod dashboard;
mod documents;
mod duplicates;
mod emergency_access;
mod estimate_clocks;
mod estimate_issues;
mod estimates;
mod evidence;
mod exams;
mod fhir;
mod follow_ups;
mod imports;
mod jobs;
mod kiosk;
mod loyalty;
mod messages;
mod online_booking;
mod operator_jobs;
mod pages;
mod patients;
mod placements;
mod portal;
mod protocols;
mod provisioning;
mod record;
mod restored;
mod review;
mod schedule;
mod search;
mod services;
mod settings;
mod sign_up;
mod subscriptions;
mod support;
mod team;
mod telemetry;
mod tenancy;
mod testing;
mod treatments;
mod unfinished_charts;
mod verification;
mod waitlist;
