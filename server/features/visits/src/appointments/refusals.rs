//! Collects the reasons why dates of a series cannot be booked or changed, so that one answer lists them all.

use chrono::NaiveDate;

use super::warnings;
use base::{
    date_format::short_date,
    error::{Error, Result, SeriesConflict, Warning},
};

/// The conflicts and warnings, date by date.
#[derive(Default)]
pub(super) struct Refusals {
    conflicts: Vec<SeriesConflict>,
    warnings: Vec<Warning>,
}

impl Refusals {
    /// Adds the reason why a date was refused. A series never overlaps other appointments, so a booked provider is a conflict here, not a
    /// warning.
    ///
    /// Fails when the reason has nothing to do with the date.
    pub(super) fn add(&mut self, date: NaiveDate, refused: Error) -> Result<()> {
        match refused {
            Error::Conflict { code, sentence } => self.conflict(date, code, sentence),
            Error::Unconfirmed(of_one) => {
                for Warning { code, message, patient_id } in of_one {
                    if code == warnings::provider_is_taken().code {
                        self.conflict(date, code, message);
                    } else {
                        let message = format!("{}: {message}", short_date(date));
                        self.warnings.push(Warning { code, message, patient_id });
                    }
                }
            }
            other => return Err(other),
        }
        Ok(())
    }

    pub(super) fn conflict(&mut self, date: NaiveDate, code: &'static str, message: impl Into<String>) {
        self.conflicts.push(SeriesConflict { date, code, message: message.into() });
    }

    ///
    /// Fails with the dates that are not free, or else with the warnings that were not confirmed.
    pub(super) fn check(mut self) -> Result<()> {
        if !self.conflicts.is_empty() {
            self.conflicts.sort_by_key(|conflict| conflict.date);
            return Err(Error::SeriesConflicts(self.conflicts));
        }
        if self.warnings.is_empty() { Ok(()) } else { Err(Error::Unconfirmed(self.warnings)) }
    }
}
