//! The filter for records of patients.

use chrono_tz::Tz;
use entity::ids::PatientId;
use sea_orm::{ColumnTrait, Condition, sea_query::Expr};

use super::{dates::DateRange, outcome::Refusal, params::Search};

/// The filters that every kind of record has.
#[derive(Debug, Default)]
pub struct Filter {
    pub patient: Option<PatientId>,
    /// The ids as written.
    pub ids: Option<Vec<String>>,
    dates: Vec<DateRange>,
}

impl Filter {
    /// Reads the filter from the parameters.
    ///
    /// Fails if a parameter cannot be read.
    pub fn read(wanted: &Search, zone: Tz) -> Result<Self, Refusal> {
        let ids = wanted.any("_id").map(|ids| ids.into_iter().map(str::to_owned).collect());
        Ok(Self { patient: wanted.patient()?, ids, dates: wanted.dates("date", zone)? })
    }

    /// All records of a patient.
    pub fn for_patient(patient: PatientId) -> Self {
        Self { patient: Some(patient), ..Self::default() }
    }

    /// The record with this id.
    pub fn with_id(id: String) -> Self {
        Self { ids: Some(vec![id]), ..Self::default() }
    }

    /// The condition that the row has one of the ids.
    pub fn has_id(&self, column: impl ColumnTrait) -> Condition {
        self.has_row(column, |id| id.parse().ok())
    }

    /// The condition that the row has one of the ids in these texts.
    pub fn has_row(&self, column: impl ColumnTrait, row: impl Fn(&str) -> Option<i64>) -> Condition {
        let ids = self.ids.as_ref().map(|ids| column.is_in(ids.iter().filter_map(|id| row(id))));
        Condition::all().add_option(ids)
    }

    /// The condition that the instant is in all of the ranges.
    pub fn is_at(&self, instant: &Expr) -> Condition {
        self.dates.iter().fold(Condition::all(), |all, range| all.add(range.matches(instant)))
    }
}
