//! A resource of any kind, and the pages in which resources are read.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{ids::PatientId, words::ApiScope};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use base::error::{Error, Result};
use http_api::page;
use tenancy::ClinicTx;

/// A resource of one kind.
pub trait Kind: Serialize {
    const KIND: ApiScope;

    fn id(&self) -> &str;
}

/// A resource of any kind, as it is sent.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Resource {
    #[serde(skip)]
    pub kind: ApiScope,
    #[serde(skip)]
    pub id: String,
    json: Box<RawValue>,
}

/// The context for reading resources.
pub struct Reader<'r> {
    pub tx: &'r ClinicTx,
    /// The clinic's address, which is the system of its identifiers.
    pub origin: &'r str,
    pub zone: Tz,
    pub now: DateTime<Utc>,
}

/// A place in the order of a list: a row, and if a row makes several resources, the number of the resource.
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

/// A resource in a list, and its patient.
#[derive(Debug)]
pub struct Entry {
    pub at: Cursor,
    pub patient: Option<PatientId>,
    pub resource: Resource,
}

impl Entry {
    /// Writes a resource for a list.
    pub fn new<K: Kind>(at: Cursor, patient: Option<PatientId>, resource: &K) -> Result<Self> {
        let json = to_raw_value(resource).map_err(|_| Error::Internal("a resource could not be written".into()))?;
        Ok(Self { at, patient, resource: Resource { kind: K::KIND, id: resource.id().to_owned(), json } })
    }
}

/// The bytes of an entry of a bundle around its resource: its address, and why it is included.
const AROUND: usize = 300;

/// How many of these fit into an answer of at most 1 MB; the first one is always included.
pub fn fitting_entries(entries: &[Entry]) -> usize {
    page::fitting_rows(entries.iter().map(|entry| entry.resource.json.get().len() + AROUND))
}

/// Some resources of a list.
#[derive(Debug, Default)]
pub struct Batch {
    pub entries: Vec<Entry>,
    /// The place after which the rest begins. `None` at the end.
    pub next: Option<Cursor>,
}

impl Batch {
    pub fn new(entries: Vec<Entry>, has_next: bool) -> Self {
        let next = entries.last().filter(|_| has_next).map(|last| last.at);
        Self { entries, next }
    }

    /// Takes at most `limit` entries; one more means that there is a next page.
    pub fn take(mut entries: Vec<Entry>, limit: usize) -> Self {
        let has_next = entries.len() > limit;
        entries.truncate(limit);
        Self::new(entries, has_next)
    }

    /// Cuts the list to an answer of at most 1 MB.
    #[must_use]
    pub fn fitted(mut self) -> Self {
        let fit = fitting_entries(&self.entries);
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
