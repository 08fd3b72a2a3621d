//! Patients: their data, finding them, duplicates, corrections of their signed records, and what the features tell the timeline of
//! a record.

pub mod corrections;
pub mod duplicates;
pub mod patients;
pub mod search;
pub mod timeline;
