//! Appointments, the waitlist, and the calendars that members subscribe to.

pub mod appointments;
pub mod calendar_feeds;
pub mod waitlist;
