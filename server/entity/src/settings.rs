//! What the tables of a clinic's settings share.

use chrono::{DateTime, Utc};

use crate::{
    clinic::{
        booking_setting, calendar_feed_setting, clearance_setting, estimate_clock_setting, estimate_setting,
        message_setting, protocol_setting, review_setting,
    },
    ids::MemberId,
};

/// A row of settings. It counts its changes, and names the last one.
pub trait Settings {
    /// Counts a change, with its time, the member who made it, and the member's name.
    fn count_change(&mut self, at: DateTime<Utc>, by: MemberId, by_name: String);
}

macro_rules! settings {
    ($($table:ident),* $(,)?) => {
        $(impl Settings for $table::Model {
            fn count_change(&mut self, at: DateTime<Utc>, by: MemberId, by_name: String) {
                self.version += 1;
                self.updated_at = at;
                self.updated_by = Some(by);
                self.updated_by_name = Some(by_name);
            }
        })*
    };
}

settings!(
    booking_setting,
    calendar_feed_setting,
    clearance_setting,
    estimate_setting,
    message_setting,
    protocol_setting,
);

impl Settings for estimate_clock_setting::Model {
    fn count_change(&mut self, at: DateTime<Utc>, _: MemberId, by_name: String) {
        self.version += 1;
        self.updated_at = at;
        self.updated_by_name = Some(by_name);
    }
}

impl Settings for review_setting::Model {
    fn count_change(&mut self, at: DateTime<Utc>, _: MemberId, _: String) {
        self.version += 1;
        self.updated_at = at;
    }
}
