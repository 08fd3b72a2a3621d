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

use crate::treatments::{ApprovalRefusal, Approver};
use base::error::{Error, Result};
use http_api::fields::Quantity;

/// The review state of a treatment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(super) enum ReviewState {
    /// Needs a director.
    Waiting,
    /// Needs its provider.
    Returned,
    /// Needs a director again, with the provider's answer.
    Resubmitted,
    /// The clinic's share leaves it out.
    #[serde(rename = "Not selected")]
    NotSelected,
}

/// Whether a part of a chart is present.
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

/// The seven parts of a complete chart.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(super) struct Ticks {
    /// The exam that cleared the patient counts: it is the patient's own, it is not void, and while the clinic clears service by
    /// service, the service was cleared on the treatment's day. A treatment recorded while the clinic did not needs only the
    /// exam.
    pub exam: Tick,
    /// Every consent that the service needs was signed before, and was valid then.
    pub consent: Tick,
    /// The patient was asked about allergies and pregnancy, and has no ongoing adverse event.
    pub health: Tick,
    /// The treatment has notes, or an addendum.
    pub notes: Tick,
    /// The lot and the dose, if the treatment has them.
    pub lot: Tick,
    /// Not needed, because treatments have no photos yet.
    pub photos: Tick,
    /// The provider's signature.
    pub signature: Tick,
}

/// A return of a treatment to its provider, and its end.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Returned {
    pub id: TreatmentReturnId,
    pub comment: String,
    /// The director's name at that moment.
    pub by: String,
    pub at: DateTime<Utc>,
    /// Null until the return has ended.
    pub ended: Option<ReturnAnswer>,
    /// The provider's answer, or why the director withdrew the return.
    pub answer: Option<String>,
    pub answered_at: Option<DateTime<Utc>>,
}

/// A chart in the queue.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReviewRow {
    /// The id of the treatment.
    pub id: TreatmentId,
    pub patient_id: PatientId,
    pub patient_name: String,
    pub treatment_type: String,
    pub areas: Option<String>,
    pub units: Option<Quantity>,
    pub provider_id: MemberId,
    pub provider_name: String,
    pub created_at: DateTime<Utc>,
    /// When the chart must be approved.
    pub due_at: DateTime<Utc>,
    pub state: ReviewState,
    pub ticks: Ticks,
    /// The first part that is missing, such as `No lot`.
    pub missing: Option<String>,
    /// All seven parts are present or not needed.
    pub is_complete: bool,
    /// The latest return.
    pub returned: Option<Returned>,
    /// Whether the signed-in member may approve it, unless it is returned to its provider.
    pub may_approve: bool,
    pub approval_refusal: Option<ApprovalRefusal>,
    /// Whether the signed-in member has recorded it.
    pub is_own: bool,
    /// Increases with every addition to the chart. Sent back with an approval, it prevents approving a chart that has changed
    /// meanwhile.
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
    /// The patient of the exam it was recorded with.
    pub exam_patient_id: PatientId,
    pub is_own_exam: bool,
    has_exam: bool,
    clearance: Option<ClearanceStatus>,
    is_cleared: Option<bool>,
    needs_consent: bool,
    pub missing_consent: Option<String>,
    asked_allergies: bool,
    asked_pregnancy: bool,
    has_open_event: bool,
    has_notes: bool,
    has_lot: Option<bool>,
    has_dose: Option<bool>,
    has_signature: bool,
    pub is_complete: bool,
    pub version: i32,
}

impl ChartRow {
    /// All patients whose records the chart shows. After a merge the exam may have another patient id than the treatment.
    pub(super) fn patients(&self) -> Vec<PatientId> {
        let exam_patient = self.is_own_exam.then_some(self.exam_patient_id);
        exam_patient.into_iter().chain([self.patient_id]).collect()
    }

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
            health: Tick::of(Some(self.asked_allergies && self.asked_pregnancy && !self.has_open_event)),
            notes: Tick::of(Some(self.has_notes)),
            lot: Tick::of(both(self.has_lot, self.has_dose)),
            photos: Tick::NotNeeded,
            signature: Tick::of(Some(self.has_signature)),
        }
    }

    /// Why overlooking the chart may harm the patient, in the order of the ticks: no exam, no consent, an ongoing adverse event,
    /// questions that were never asked.
    pub(super) fn dangers(&self) -> Vec<String> {
        let exam = match (self.is_own_exam, self.has_exam, self.is_cleared) {
            (false, ..) => Some("Exam of another record".to_owned()),
            (_, false, _) => Some("Exam voided".to_owned()),
            (.., Some(false)) => Some(not_cleared(self.clearance).to_owned()),
            _ => None,
        };
        let consent = self.missing_consent.as_ref().map(|name| format!("No consent: {name}"));
        let health = [
            (!self.has_open_event, "Adverse event open"),
            (self.asked_allergies, "Allergies not asked"),
            (self.asked_pregnancy, "Pregnancy not asked"),
        ];
        exam.into_iter().chain(consent).chain(absent(health)).collect()
    }

    /// The first part that is missing, in the order of the ticks.
    fn missing(&self) -> Option<String> {
        let others = [
            (self.has_notes, "No notes"),
            (self.has_lot.unwrap_or(true), "No lot"),
            (self.has_dose.unwrap_or(true), "No dose"),
            (self.has_signature, "No signature"),
        ];
        self.dangers().into_iter().chain(absent(others)).next()
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

/// The labels of the parts that are missing.
fn absent(parts: impl IntoIterator<Item = (bool, &'static str)>) -> impl Iterator<Item = String> {
    parts.into_iter().filter(|(is_there, _)| !is_there).map(|(_, words)| words.to_owned())
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
