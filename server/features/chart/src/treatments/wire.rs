//! The wire types of a treatment.

use chrono::{DateTime, Utc};
use entity::{
    ids::{MemberId, PatientId, TreatmentId},
    words::ClearanceStatus,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::approval::ApprovalRefusal;
use crate::protocols::TreatmentProtocol;
use http_api::{
    fields::{Line, Note, Quantity},
    signature::{ProviderSignature, TallSignature},
};
use people::corrections::Voided;

/// A treatment; it is approved when it has the director's signature (specification 3).
#[derive(Debug, Serialize, ToSchema)]
pub struct Treatment {
    pub id: TreatmentId,
    pub patient_id: PatientId,
    /// The service's name when it was recorded.
    pub treatment_type: String,
    pub areas: Option<String>,
    pub notes: Option<String>,
    pub units: Option<Quantity>,
    pub lot: Option<String>,
    pub volumes_ml: Option<String>,
    pub provider_id: MemberId,
    pub provider_name: String,
    pub provider_signature: String,
    pub director_signature: Option<String>,
    pub director_name: Option<String>,
    pub approved_at: Option<DateTime<Utc>>,
    /// Whether the signed-in member may approve it now.
    pub may_approve: bool,
    /// Why the signed-in member, who may approve other treatments, may not approve this one.
    pub approval_refusal: Option<ApprovalRefusal>,
    /// Null if the treatment is not void. A void treatment keeps its approval and cannot be approved any more.
    pub voided: Option<Voided>,
    /// How many addenda it has.
    pub addenda: i64,
    /// How many adverse events were reported after it.
    pub adverse_events: i64,
    /// Whether the signed-in member may void it now.
    pub may_void: bool,
    pub created_at: DateTime<Utc>,
    /// The patient's clearance for the service at that time; null if the clinic did not clear service by service.
    pub clearance: Option<ClearanceStatus>,
    /// The protocol it was recorded with; null if the clinic keeps no protocols, or the service had none.
    pub protocol: Option<TreatmentProtocol>,
    /// The version of the chart, which increases with every addition. For `If-Match` of an approval.
    pub version: i32,
}

/// A new treatment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTreatment {
    pub patient_id: PatientId,
    /// A treatment of the clinic's catalogue, or of the fixed list if the clinic has no catalogue. Default: Botox (specification
    /// 5).
    pub treatment_type: Option<Line>,
    pub areas: Option<Line>,
    pub notes: Option<Note>,
    pub units: Option<Quantity>,
    pub lot: Option<Line>,
    pub volumes_ml: Option<Line>,
    /// Whether the patient reports a change since the exam. Required while the module Exam clearance is on, and not stored while
    /// it is off.
    pub changed_since_exam: Option<bool>,
    pub provider_signature: ProviderSignature,
}

/// A director's approval.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    pub director_signature: TallSignature,
}

/// A treatment that needs a director, without its clinical notes.
#[derive(Debug, Serialize, ToSchema)]
pub struct PendingTreatment {
    pub id: TreatmentId,
    pub patient_id: PatientId,
    pub patient_name: String,
    pub treatment_type: String,
    pub areas: Option<String>,
    pub provider_name: String,
    /// Whether the signed-in member recorded it.
    pub is_own: bool,
    /// Whether the signed-in member may approve it.
    pub may_approve: bool,
    /// Why the signed-in member may not approve it.
    pub approval_refusal: Option<ApprovalRefusal>,
    pub created_at: DateTime<Utc>,
}
