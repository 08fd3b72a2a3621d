//! The wire types of clearance.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{exam_clearance, exam_signature, health_change},
    ids::{ExamId, ServiceId},
    words::{ClearanceDecision, ClearanceStatus, Credential, ExamMode, Uncleared, UsState},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::prescriber::SigningRefusal;
use http_api::{
    deserialize_fields,
    fields::{Day, Field, Line, Note},
    signature::{TallSignature, data_url},
};

/// The services for which a patient is cleared.
#[derive(Debug, Serialize, ToSchema)]
pub struct PatientClearance {
    /// Whether the clinic clears each service separately. If not, all other fields are empty.
    pub on: bool,
    /// Whether a treatment with an uncleared service is refused.
    pub uncleared: Uncleared,
    /// Every treatment that can be chosen, in the clinic's order.
    pub services: Vec<ServiceClearance>,
    /// The reported change. Null once a later exam is signed.
    pub changed: Option<HealthChange>,
    /// The newest exam, while it waits for a prescriber's signature.
    pub waiting: Option<WaitingExam>,
    pub signing: Signing,
}

/// Whether a patient is cleared for a service, and by which decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceClearance {
    /// Null for a service in the fixed list.
    pub service_id: Option<ServiceId>,
    pub service: String,
    pub status: ClearanceStatus,
    /// The newest decision. Null if there is none.
    pub decision: Option<ClearanceDecision>,
    /// The last day on which it counts.
    pub valid_until: Option<NaiveDate>,
    /// How many days are left after today. Negative if it has ended.
    pub days_left: Option<i64>,
    pub reason: Option<String>,
    pub exam_id: Option<ExamId>,
    pub signed_by: Option<String>,
    pub credential: Option<Credential>,
    pub signed_at: Option<DateTime<Utc>>,
}

/// An exam that waits for a prescriber's signature.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingExam {
    pub exam_id: ExamId,
    pub examiner_name: String,
    pub created_at: DateTime<Utc>,
}

/// Whether the signed-in member may sign an exam, with the member's credential and license.
#[derive(Debug, Serialize, ToSchema)]
pub struct Signing {
    /// Null if the member may sign.
    pub refusal: Option<SigningRefusal>,
    pub credential: Option<Credential>,
    pub license_state: Option<UsState>,
    pub license_expires_on: Option<NaiveDate>,
    pub allows_video: bool,
    /// The most months for which a decision counts, from the day of the exam.
    pub valid_months: i32,
}

/// A change since the exam that a patient reported.
#[derive(Debug, Serialize, ToSchema)]
pub struct HealthChange {
    pub details: String,
    pub reported_by: String,
    pub reported_at: DateTime<Utc>,
}

impl From<health_change::Model> for HealthChange {
    fn from(row: health_change::Model) -> Self {
        Self { details: row.details, reported_by: row.signer.name, reported_at: row.reported_at }
    }
}

/// A change since the exam that a patient reports.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewHealthChange {
    pub details: Note,
}

/// A prescriber's signature on an exam, with the decisions.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExamSignature {
    pub exam_id: ExamId,
    pub signed_by: String,
    pub credential: Credential,
    pub license_number: String,
    pub license_state: UsState,
    pub license_expires_on: NaiveDate,
    pub mode: ExamMode,
    /// Where the patient was.
    pub patient_state: UsState,
    pub signature: String,
    pub signed_at: DateTime<Utc>,
    pub decisions: Vec<SignedDecision>,
}

/// A signed decision about a service.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedDecision {
    pub service: String,
    pub decision: ClearanceDecision,
    pub valid_until: Option<NaiveDate>,
    pub reason: Option<String>,
}

impl ExamSignature {
    pub fn from_model(row: exam_signature::Model, decisions: Vec<exam_clearance::Model>) -> Self {
        let decided = |row: exam_clearance::Model| SignedDecision {
            service: row.service,
            decision: row.decision,
            valid_until: row.valid_until,
            reason: row.reason,
        };
        Self {
            exam_id: row.exam_id,
            signed_by: row.signer.name,
            credential: row.credential,
            license_number: row.license_number,
            license_state: row.license_state,
            license_expires_on: row.license_expires_on,
            mode: row.mode,
            patient_state: row.patient_state,
            signature: data_url(&row.signature),
            signed_at: row.signed_at,
            decisions: decisions.into_iter().map(decided).collect(),
        }
    }
}

/// A prescriber's signature on an exam.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewExamSignature {
    pub mode: ExamMode,
    /// Where the patient was.
    pub patient_state: UsState,
    /// The decision about each service. Services that are left out keep their former decision.
    #[schema(value_type = Vec<NewDecision>)]
    pub decisions: NewDecisions,
    pub signature: TallSignature,
}

/// A decision about a service.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDecision {
    /// A treatment of the clinic's catalog, or of the fixed list while it has none.
    pub service: Line,
    pub decision: ClearanceDecision,
    /// The last day on which it counts, for a cleared service. Default: the last day that the clinic's settings allow.
    pub valid_until: Option<Day>,
    /// The condition under which the service is cleared. Required if it is not cleared.
    pub reason: Option<Line>,
}

/// More services than a clinic has.
const MAX_DECISIONS: usize = 500;

/// Decisions, each about another service.
#[derive(Debug, Clone)]
pub struct NewDecisions(pub Vec<NewDecision>);

impl Field for NewDecisions {
    fn parse(value: &Value) -> Result<Self, String> {
        let given =
            value.as_array().filter(|given| given.len() <= MAX_DECISIONS).ok_or("must be a list of decisions")?;
        let mut decisions: Vec<NewDecision> = Vec::with_capacity(given.len());
        for one in given {
            let one = NewDecision::deserialize(one).map_err(|_| {
                "must be a list of decisions, each with a service, what is decided, and a date or a reason of one line"
            })?;
            if decisions.iter().any(|other| other.service == one.service) {
                return Err(format!("names {} twice", one.service.0));
            }
            decisions.push(one);
        }
        if decisions.is_empty() {
            Err("must decide about at least one service".to_owned())
        } else {
            Ok(Self(decisions))
        }
    }
}
deserialize_fields!(NewDecisions);
