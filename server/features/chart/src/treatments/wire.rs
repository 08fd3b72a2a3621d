//! The wire types of a treatment.

use chrono::{DateTime, Utc};
use entity::{
    ids::{MemberId, PatientId, TreatmentId},
    words::ClearanceStatus,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::approval::ApprovalRefusal;
use crate::{
    features::{corrections::Voided, protocols::TreatmentProtocol},
    foundation::http::{
        Payload,
        fields::{Id, Line, Note, Quantity},
        optional, required,
        signature::{ProviderSignature, TallSignature},
    },
};

/// A treatment; it is approved when it has the director's signature (specification 3).
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the specification names its fields")]
pub struct Treatment {
    #[schema(value_type = i64)]
    pub id: TreatmentId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    /// The name that the service had when it was recorded.
    pub treatment_type: String,
    #[schema(required)]
    pub areas: Option<String>,
    #[schema(required)]
    pub notes: Option<String>,
    #[schema(required)]
    pub units: Option<Quantity>,
    #[schema(required)]
    pub lot: Option<String>,
    #[schema(required)]
    pub volumes_ml: Option<String>,
    #[schema(value_type = i64)]
    pub provider_id: MemberId,
    pub provider_name: String,
    pub provider_signature: String,
    #[schema(required)]
    pub director_signature: Option<String>,
    #[schema(required)]
    pub director_name: Option<String>,
    #[schema(required)]
    pub approved_at: Option<DateTime<Utc>>,
    /// Whether the signed-in member may approve it now.
    pub may_approve: bool,
    /// Why the signed-in member, who may approve others, may not approve this one.
    #[schema(required)]
    pub approval_refusal: Option<ApprovalRefusal>,
    /// Null for a treatment that counts. A voided one keeps its approval and can no longer be given one.
    #[schema(required)]
    pub voided: Option<Voided>,
    /// How many addenda it has.
    pub addenda: i64,
    /// How many adverse events were reported after it.
    pub adverse_events: i64,
    /// Whether the signed-in member may void it now.
    pub may_void: bool,
    pub created_at: DateTime<Utc>,
    /// Whether the patient was cleared for the service then; null where the clinic did not clear service by service.
    #[schema(required)]
    pub clearance: Option<ClearanceStatus>,
    /// With which protocol it was recorded; null where the clinic keeps none, or the service had none.
    #[schema(required)]
    pub protocol: Option<TreatmentProtocol>,
}

/// A new treatment.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTreatment {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    pub patient_id: PatientId,
    /// A treatment of the clinic's catalogue, or of the fixed list while it has none. Default: Botox (specification 5).
    #[serde(default, deserialize_with = "optional")]
    pub treatment_type: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    pub areas: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    pub notes: Option<Note>,
    #[serde(default, deserialize_with = "optional")]
    pub units: Option<Quantity>,
    #[serde(default, deserialize_with = "optional")]
    pub lot: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    pub volumes_ml: Option<Line>,
    /// Whether the patient says that something has changed since the exam: required while the module Exam clearance is on, and not
    /// stored while it is off.
    #[serde(default, deserialize_with = "optional")]
    pub changed_since_exam: Option<bool>,
    pub provider_signature: ProviderSignature,
}

impl Payload for NewTreatment {}

/// A director's approval.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    pub director_signature: TallSignature,
}

impl Payload for Approval {}

/// A treatment that waits for a director, without its clinical notes.
#[derive(Debug, Serialize, ToSchema)]
pub struct PendingTreatment {
    #[schema(value_type = i64)]
    pub id: TreatmentId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    pub patient_name: String,
    pub treatment_type: String,
    #[schema(required)]
    pub areas: Option<String>,
    pub provider_name: String,
    /// Recorded by the signed-in member.
    pub is_own: bool,
    /// Whether the signed-in member may approve it.
    pub may_approve: bool,
    /// Why the signed-in member may not approve it.
    #[schema(required)]
    pub approval_refusal: Option<ApprovalRefusal>,
    pub created_at: DateTime<Utc>,
}
