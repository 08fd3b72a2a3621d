//! What a rule knows of the work that it is part of.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

use super::{Clinic, ClinicTx, Member};
use base::local_time::day_of;

/// Work in one clinic at one moment. A handler's [`Ctx`](crate::Ctx) gives it, and so do a patient's link, a visitor and a job.
/// A rule that needs nothing but the transaction takes `&ClinicTx` instead.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    pub tx: &'a ClinicTx,
    pub clinic: &'a Clinic,
    pub now: DateTime<Utc>,
    /// The member who does it. `None` for a patient and for the service itself.
    pub by: Option<&'a Member>,
}

impl Work<'_> {
    /// The clinic's time zone.
    pub fn zone(self) -> Tz {
        self.clinic.time_zone
    }

    /// Today's date in the clinic's time zone.
    pub fn today(self) -> NaiveDate {
        self.day_of(self.now)
    }

    /// The date of an instant in the clinic's time zone.
    pub fn day_of(self, at: DateTime<Utc>) -> NaiveDate {
        day_of(at, self.zone())
    }

    /// The full name of the member who does it.
    pub fn member_name(self) -> Option<String> {
        self.by.map(Member::full_name)
    }
}
