//! What the features tell the timeline of a patient's record. The record asks for all of it in one statement (`papers::record`).
//!
//! A feature tells it as an [`Entry`]: an enum with a variant for each kind of entry, which has the columns of that kind as named fields.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use entity::clinic::patient::Records;
use sea_orm::{
    EntityTrait, IntoSimpleExpr, QuerySelect, Select,
    sea_query::{Expr, Func, SelectStatement},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// The subject of an entry of a timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimelineKind {
    Appointment,
    Exam,
    Treatment,
    Consent,
    Estimate,
    Note,
    /// A note that was removed, at the time of removal; only if this kind is asked for.
    Removed,
    /// Added to an exam or a treatment.
    Addendum,
    Points,
    /// A mail or a text to the patient.
    Message,
    AdverseEvent,
    /// A change in health that the patient has reported since the exam.
    HealthChange,
    /// A version of an estimate that was issued, received by the patient, asked about or voided.
    IssuedEstimate,
    /// Events about owed estimates: recorded coverage, a cost question, and how an owed estimate ended.
    EstimateClock,
    /// A charge, its void, or a dispute.
    Charge,
}

impl TimelineKind {
    /// The record of this kind with this id.
    pub fn of(self, id: impl Into<i64>) -> TimelineTarget {
        TimelineTarget { kind: self, id: id.into() }
    }
}

/// Another record.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TimelineTarget {
    pub kind: TimelineKind,
    pub id: i64,
}

/// What the timeline shows of an entry, beside its kind, its id and its time.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub title: Option<String>,
    /// The name of the person who did it.
    pub by: Option<String>,
    /// The word of a state.
    pub state: Option<Cow<'static, str>>,
    /// The record that the entry is about.
    pub of: Option<TimelineTarget>,
    /// The number of a version.
    pub version: Option<i32>,
    /// Below zero if the entry takes points.
    pub points: Option<i32>,
}

/// The entries of one variant of an [`Entry`].
pub struct Source {
    /// The variant in snake case. Two entries of one moment and one id are ordered by it, and the page after them starts there.
    pub word: &'static str,
    pub kind: TimelineKind,
    /// A member without this permission sees none of these entries.
    pub permission: &'static str,
    /// Selects the [`rows`] of a patient, with a column for each field of the variant.
    pub rows: fn(Records) -> SelectStatement,
}

/// What a feature tells the timeline.
pub trait Entry: DeserializeOwned {
    const SOURCES: &'static [Source];

    fn show(self, now: DateTime<Utc>) -> Shown;
}

/// Selects the columns that every entry has. The feature adds those of its own.
pub fn rows<E: EntityTrait>(of: Select<E>, id: impl IntoSimpleExpr, at: impl IntoSimpleExpr) -> Select<E> {
    of.select_only().expr_as(id.into_simple_expr(), "id").expr_as(at.into_simple_expr(), "at")
}

/// The beginning of a long text.
pub fn beginning(text: impl IntoSimpleExpr) -> Expr {
    Expr::from(Func::cust("left").arg(text.into_simple_expr()).arg(300))
}
