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
use crate::foundation::http::{
    Payload,
    fields::{Day, Field, Line, Note, chosen},
    optional, required,
    signature::{TallSignature, data_url},
};

/// For which services a patient is cleared.
#[derive(Debug, Serialize, ToSchema)]
pub struct PatientClearance {
    /// Whether the clinic clears service by service. While it does not, everything below is empty.
    pub on: bool,
    /// What happens to a treatment with a service that is not cleared.
    pub uncleared: Uncleared,
    /// Every treatment that can be chosen, in the clinic's order.
    pub services: Vec<ServiceClearance>,
    /// What the patient said has changed, until an exam that was made later is signed.
    #[schema(required)]
    pub changed: Option<HealthChange>,
    /// The newest exam, while it waits for a prescriber's signature.
    #[schema(required)]
    pub waiting: Option<WaitingExam>,
    pub signing: Signing,
}

/// Whether a patient is cleared for a service, and by which decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceClearance {
    /// Null for one of the fixed list.
    #[schema(required, value_type = Option<i64>)]
    pub service_id: Option<ServiceId>,
    pub service: String,
    pub status: ClearanceStatus,
    /// The newest decision; null where there is none.
    #[schema(required)]
    pub decision: Option<ClearanceDecision>,
    /// The last day on which it counts.
    #[schema(required)]
    pub valid_until: Option<NaiveDate>,
    /// How many days are left after today; negative once it has ended.
    #[schema(required)]
    pub days_left: Option<i64>,
    #[schema(required)]
    pub reason: Option<String>,
    #[schema(required, value_type = Option<i64>)]
    pub exam_id: Option<ExamId>,
    #[schema(required)]
    pub signed_by: Option<String>,
    #[schema(required)]
    pub credential: Option<Credential>,
    #[schema(required)]
    pub signed_at: Option<DateTime<Utc>>,
}

/// An exam that waits for a prescriber's signature.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingExam {
    #[schema(value_type = i64)]
    pub exam_id: ExamId,
    pub examiner_name: String,
    pub created_at: DateTime<Utc>,
}

/// Whether the signed-in member may sign an exam, and with which credential and license.
#[derive(Debug, Serialize, ToSchema)]
pub struct Signing {
    /// Null for a member who may sign.
    #[schema(required)]
    pub refusal: Option<SigningRefusal>,
    #[schema(required)]
    pub credential: Option<Credential>,
    #[schema(required)]
    pub license_state: Option<UsState>,
    #[schema(required)]
    pub license_expires_on: Option<NaiveDate>,
    pub allows_video: bool,
    /// For how many months a decision counts at most, from the day of the exam.
    pub valid_months: i32,
}

/// What a patient said has changed since the exam.
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

/// What a patient says has changed since the exam.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewHealthChange {
    pub details: Note,
}

impl Payload for NewHealthChange {}

/// A prescriber's signature on an exam, with what was decided.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExamSignature {
    #[schema(value_type = i64)]
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

/// What was decided about a service.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedDecision {
    pub service: String,
    pub decision: ClearanceDecision,
    #[schema(required)]
    pub valid_until: Option<NaiveDate>,
    #[schema(required)]
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
    #[serde(deserialize_with = "chosen")]
    pub mode: ExamMode,
    /// Where the patient was.
    #[serde(deserialize_with = "chosen")]
    pub patient_state: UsState,
    /// What is decided about each service; services that are left out keep what was decided before.
    #[schema(value_type = Vec<NewDecision>)]
    #[serde(deserialize_with = "required")]
    pub decisions: NewDecisions,
    pub signature: TallSignature,
}

impl Payload for NewExamSignature {}

/// What is decided about a service.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDecision {
    /// A treatment of the clinic's catalogue, or of the fixed list while it has none.
    pub service: Line,
    #[serde(deserialize_with = "chosen")]
    pub decision: ClearanceDecision,
    /// The last day on which it counts, for a service that is cleared. Default: as long as the clinic's settings allow.
    #[serde(default, deserialize_with = "optional")]
    pub valid_until: Option<Day>,
    /// Under which condition the service is cleared; required where it is not.
    #[serde(default, deserialize_with = "optional")]
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
