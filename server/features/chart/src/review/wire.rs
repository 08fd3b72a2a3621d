//! The wire types of the queue, and the row behind them.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    ids::{ExamId, MemberId, PatientId, TreatmentId, TreatmentReturnId},
    words::{ClearanceStatus, ReturnAnswer},
};
use rust_decimal::Decimal;
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    features::treatments::{ApprovalRefusal, Approver},
    foundation::{
        error::{Error, Result},
        http::fields::Quantity,
    },
};

/// Where a treatment stands in the review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(super) enum ReviewState {
    /// For a director.
    Waiting,
    /// For its provider.
    Returned,
    /// For a director again, with the provider's answer.
    Resubmitted,
    /// The clinic's share leaves it out.
    #[serde(rename = "Not selected")]
    NotSelected,
}

/// Whether a part of a chart is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Tick {
    Present,
    Missing,
    NotNeeded,
}

impl Tick {
    fn of(is_there: Option<bool>) -> Self {
        match is_there {
            Some(true) => Self::Present,
            Some(false) => Self::Missing,
            None => Self::NotNeeded,
        }
    }
}

/// The six parts of a chart that make it complete.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(super) struct Ticks {
    /// The exam that cleared the patient counts: it was not voided, and while the clinic clears service by service, the service was
    /// cleared on the treatment's day. What was recorded while the clinic did not needs the exam alone.
    pub exam: Tick,
    /// Every consent that the service needs was signed before, and counted then.
    pub consent: Tick,
    /// The treatment has notes, or an addendum.
    pub notes: Tick,
    /// The lot and the dose, where the treatment has them.
    pub lot: Tick,
    /// Not needed as long as treatments have no photos.
    pub photos: Tick,
    /// The provider's.
    pub signature: Tick,
}

/// A return of a treatment to its provider, and how it ended.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Returned {
    #[schema(value_type = i64)]
    pub id: TreatmentReturnId,
    pub comment: String,
    /// The director's name at that moment.
    pub by: String,
    pub at: DateTime<Utc>,
    /// Null while it waits for the provider.
    #[schema(required)]
    pub ended: Option<ReturnAnswer>,
    /// What the provider answered, or why the director took it back.
    #[schema(required)]
    pub answer: Option<String>,
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
}

/// A chart in the queue.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReviewRow {
    /// The treatment's.
    #[schema(value_type = i64)]
    pub id: TreatmentId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    pub patient_name: String,
    pub treatment_type: String,
    #[schema(required)]
    pub areas: Option<String>,
    #[schema(required)]
    pub units: Option<Quantity>,
    #[schema(value_type = i64)]
    pub provider_id: MemberId,
    pub provider_name: String,
    pub created_at: DateTime<Utc>,
    /// Until when it is to be approved.
    pub due_at: DateTime<Utc>,
    pub state: ReviewState,
    pub ticks: Ticks,
    /// The first part that is missing, such as `No lot`.
    #[schema(required)]
    pub missing: Option<String>,
    /// All six are there or not needed.
    pub is_complete: bool,
    /// The latest return.
    #[schema(required)]
    pub returned: Option<Returned>,
    /// Whether the signed-in member may approve it, once it does not wait for its provider.
    pub may_approve: bool,
    #[schema(required)]
    pub approval_refusal: Option<ApprovalRefusal>,
    /// The signed-in member has recorded it.
    pub is_own: bool,
    /// Increases with everything that is added to the chart. Sent back with an approval, it keeps a chart that was changed
    /// meanwhile from being approved.
    pub version: i32,
}

/// A chart as the statements of `sql.rs` read it.
#[derive(Debug, FromQueryResult)]
#[expect(clippy::struct_excessive_bools, reason = "a column each")]
pub(super) struct ChartRow {
    pub id: TreatmentId,
    pub patient_id: PatientId,
    pub person_id: PatientId,
    pub patient_name: String,
    pub exam_id: ExamId,
    pub provider_id: MemberId,
    pub treatment_type: String,
    areas: Option<String>,
    units: Option<Decimal>,
    pub created_at: DateTime<Utc>,
    provider_name: String,
    return_id: Option<TreatmentReturnId>,
    comment: Option<String>,
    returned_at: Option<DateTime<Utc>>,
    returned_by: Option<String>,
    answer_kind: Option<ReturnAnswer>,
    answer: Option<String>,
    answered_at: Option<DateTime<Utc>>,
    state: String,
    has_exam: bool,
    clearance: Option<ClearanceStatus>,
    is_cleared: Option<bool>,
    needs_consent: bool,
    missing_consent: Option<String>,
    has_notes: bool,
    has_lot: Option<bool>,
    has_dose: Option<bool>,
    has_signature: bool,
    pub is_complete: bool,
    pub version: i32,
}

impl ChartRow {
    /// # Errors
    /// Never: the statements know these states alone.
    pub(super) fn state(&self) -> Result<ReviewState> {
        match self.state.as_str() {
            "Waiting" => Ok(ReviewState::Waiting),
            "Returned" => Ok(ReviewState::Returned),
            "Resubmitted" => Ok(ReviewState::Resubmitted),
            "Not selected" => Ok(ReviewState::NotSelected),
            other => Err(Error::Internal(format!("a review has no state {other}"))),
        }
    }

    fn ticks(&self) -> Ticks {
        let both = |one: Option<bool>, other: Option<bool>| match (one, other) {
            (None, None) => None,
            (one, other) => Some(one.unwrap_or(true) && other.unwrap_or(true)),
        };
        Ticks {
            exam: Tick::of(Some(self.has_exam && self.is_cleared.unwrap_or(true))),
            consent: Tick::of(self.needs_consent.then_some(self.missing_consent.is_none())),
            notes: Tick::of(Some(self.has_notes)),
            lot: Tick::of(both(self.has_lot, self.has_dose)),
            photos: Tick::NotNeeded,
            signature: Tick::of(Some(self.has_signature)),
        }
    }

    /// The first part that is missing, in the order of the ticks.
    fn missing(&self) -> Option<String> {
        if !self.has_exam {
            return Some("Exam voided".to_owned());
        }
        if self.is_cleared == Some(false) {
            return Some(not_cleared(self.clearance).to_owned());
        }
        if let Some(name) = &self.missing_consent {
            return Some(format!("No consent: {name}"));
        }
        let others = [
            (self.has_notes, "No notes"),
            (self.has_lot.unwrap_or(true), "No lot"),
            (self.has_dose.unwrap_or(true), "No dose"),
            (self.has_signature, "No signature"),
        ];
        others.into_iter().find(|(is_there, _)| !is_there).map(|(_, word)| word.to_owned())
    }

    pub(super) fn returned(&self) -> Option<Returned> {
        Some(Returned {
            id: self.return_id?,
            comment: self.comment.clone()?,
            by: self.returned_by.clone()?,
            at: self.returned_at?,
            ended: self.answer_kind,
            answer: self.answer.clone(),
            answered_at: self.answered_at,
        })
    }

    /// # Errors
    /// Never.
    pub(super) fn into_wire(self, asker: &Approver, hours: i32) -> Result<ReviewRow> {
        Ok(ReviewRow {
            state: self.state()?,
            ticks: self.ticks(),
            missing: self.missing(),
            returned: self.returned(),
            may_approve: asker.may_approve(self.provider_id),
            approval_refusal: asker.refusal(self.provider_id),
            is_own: asker.is(self.provider_id),
            due_at: self.created_at + TimeDelta::hours(hours.into()),
            id: self.id,
            patient_id: self.person_id,
            patient_name: self.patient_name,
            treatment_type: self.treatment_type,
            areas: self.areas,
            units: self.units.map(Quantity),
            provider_id: self.provider_id,
            provider_name: self.provider_name,
            created_at: self.created_at,
            is_complete: self.is_complete,
            version: self.version,
        })
    }
}

/// Why the service was not cleared when the treatment was recorded.
const fn not_cleared(status: Option<ClearanceStatus>) -> &'static str {
    match status {
        Some(ClearanceStatus::Expired) => "Clearance had ended",
        Some(ClearanceStatus::Waiting) => "Exam was not signed",
        Some(ClearanceStatus::Reopened) => "Health had changed",
        Some(ClearanceStatus::NotACandidate) => "Not a candidate",
        Some(ClearanceStatus::Deferred) => "Clearance deferred",
        Some(ClearanceStatus::Missing | ClearanceStatus::Valid | ClearanceStatus::Expiring) | None => "Not cleared",
    }
}
