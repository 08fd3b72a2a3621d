//! Which records of patients are wanted.

use entity::ids::PatientId;
use sea_orm::{ColumnTrait, Condition, sea_query::Expr};

use super::{dates::DateRange, outcome::Refusal, params::Search};
use chrono_tz::Tz;

/// What every kind of record can be searched by.
#[derive(Debug, Default)]
pub struct Filter {
    pub patient: Option<PatientId>,
    /// As they were written.
    pub ids: Option<Vec<String>>,
    dates: Vec<DateRange>,
}

impl Filter {
    /// Reads the filter from the parameters.
    ///
    /// # Errors
    /// When a parameter cannot be read.
    pub fn read(wanted: &Search, zone: Tz) -> Result<Self, Refusal> {
        let ids = wanted.any("_id").map(|ids| ids.into_iter().map(str::to_owned).collect());
        Ok(Self { patient: wanted.patient()?, ids, dates: wanted.dates("date", zone)? })
    }

    /// All of a patient's.
    pub fn for_patient(patient: PatientId) -> Self {
        Self { patient: Some(patient), ..Self::default() }
    }

    /// The one with this id.
    pub fn with_id(id: String) -> Self {
        Self { ids: Some(vec![id]), ..Self::default() }
    }

    /// The row has one of the ids.
    pub fn has_id(&self, column: impl ColumnTrait) -> Condition {
        self.has_row(column, |id| id.parse().ok())
    }

    /// The row has one of the ids that are in these texts.
    pub fn has_row(&self, column: impl ColumnTrait, row: impl Fn(&str) -> Option<i64>) -> Condition {
        let ids = self.ids.as_ref().map(|ids| column.is_in(ids.iter().filter_map(|id| row(id))));
        Condition::all().add_option(ids)
    }

    /// The instant lies in all of the ranges.
    pub fn is_at(&self, instant: &Expr) -> Condition {
        self.dates.iter().fold(Condition::all(), |all, range| all.add(range.matches(instant)))
    }
}
