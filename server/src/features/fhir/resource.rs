//! A resource of any kind, and the pages in which resources are read.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{ids::PatientId, words::ApiScope};
use serde::Serialize;

use super::{
    appointment::Appointment, consent::Consent, observation::Observation, patient::Patient, practitioner::Practitioner,
    procedure::Procedure,
};
use crate::foundation::{http::page, tenancy::ClinicTx};

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Resource {
    Patient(Box<Patient>),
    Practitioner(Practitioner),
    Appointment(Appointment),
    Consent(Box<Consent>),
    Procedure(Box<Procedure>),
    Observation(Box<Observation>),
}

impl Resource {
    pub fn kind(&self) -> ApiScope {
        match self {
            Self::Patient(_) => ApiScope::Patient,
            Self::Practitioner(_) => ApiScope::Practitioner,
            Self::Appointment(_) => ApiScope::Appointment,
            Self::Consent(_) => ApiScope::Consent,
            Self::Procedure(_) => ApiScope::Procedure,
            Self::Observation(_) => ApiScope::Observation,
        }
    }

    pub fn id(&self) -> &str {
        match self {
            Self::Patient(patient) => &patient.id,
            Self::Practitioner(practitioner) => &practitioner.id,
            Self::Appointment(appointment) => &appointment.id,
            Self::Consent(consent) => &consent.id,
            Self::Procedure(procedure) => &procedure.id,
            Self::Observation(observation) => &observation.id,
        }
    }
}

/// What reading resources needs.
pub struct Reader<'r> {
    pub tx: &'r ClinicTx,
    /// The clinic's address, which is the system of its identifiers.
    pub origin: &'r str,
    pub zone: Tz,
    pub now: DateTime<Utc>,
}

/// A place in the order of a list: a row, and where a row makes several resources, which of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    pub row: i64,
    pub part: usize,
}

impl Cursor {
    pub fn row(id: impl Into<i64>) -> Self {
        Self { row: id.into(), part: 0 }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(text, "{}.{}", self.row, self.part)
    }
}

impl FromStr for Cursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (row, part) = text.split_once('.').ok_or(())?;
        Ok(Self { row: row.parse().map_err(|_| ())?, part: part.parse().map_err(|_| ())? })
    }
}

/// A resource in a list, and whose data it is.
#[derive(Debug)]
pub struct Entry {
    pub at: Cursor,
    pub patient: Option<PatientId>,
    pub resource: Resource,
}

/// What an entry of a bundle has beside its resource: its address, and why it is there.
const AROUND: usize = 300;

/// How many of these make an answer of at most 1 MB; the first one always does.
pub fn fitting(entries: &[Entry]) -> usize {
    // What cannot be written fails where it is answered.
    let length = |entry: &Entry| serde_json::to_vec(&entry.resource).map_or(0, |json| json.len());
    page::fitting(entries.iter().map(|entry| length(entry) + AROUND))
}

/// Some resources of a list.
#[derive(Debug, Default)]
pub struct Part {
    pub entries: Vec<Entry>,
    /// After which place the rest begins; none when this was the end.
    pub next: Option<Cursor>,
}

impl Part {
    pub fn new(entries: Vec<Entry>, has_next: bool) -> Self {
        let next = entries.last().filter(|_| has_next).map(|last| last.at);
        Self { entries, next }
    }

    /// From one entry more than was asked for, if there are as many.
    pub fn cut(mut entries: Vec<Entry>, limit: usize) -> Self {
        let has_next = entries.len() > limit;
        entries.truncate(limit);
        Self::new(entries, has_next)
    }

    /// Those of the first ones that make an answer of at most 1 MB.
    #[must_use]
    pub fn fitted(mut self) -> Self {
        let fit = fitting(&self.entries);
        if fit < self.entries.len() {
            self.entries.truncate(fit);
            self.next = self.entries.last().map(|last| last.at);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        let cursor = Cursor { row: 12, part: 3 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for bad in ["", "12", "12.", ".3", "12.x", "x.3", "12.-1"] {
            assert_eq!(bad.parse::<Cursor>(), Err(()), "{bad}");
        }
    }
}
