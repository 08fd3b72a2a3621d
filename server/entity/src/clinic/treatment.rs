use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ExamId, MemberId, PatientId, ProtocolOverrideId, ProtocolVersionId, ServiceId, TreatmentId},
    words::ClearanceStatus,
};

/// A treatment as its provider recorded and signed it. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "treatment")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: TreatmentId,
    pub patient_id: PatientId,
    /// The exam that cleared the patient.
    pub exam_id: ExamId,
    pub provider_id: MemberId,
    /// The service's name at the time of recording.
    pub treatment_type: String,
    /// The service in the catalog. `None` if the service is from the fixed list.
    pub service_id: Option<ServiceId>,
    pub areas: Option<String>,
    pub notes: Option<String>,
    pub units: Option<Decimal>,
    pub lot: Option<String>,
    pub volumes_ml: Option<String>,
    pub provider_signature: Vec<u8>,
    pub provider_signature_sha256: Vec<u8>,
    pub created_at: DateTime<Utc>,
    /// The signer at that moment. `None` for rows from before this was stored.
    pub signer: Option<super::Signer>,
    /// SHA-256 of the signed content. `None` for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
    /// Whether the patient reported a change since the exam. `None` if the clinic does not ask.
    pub changed_since_exam: Option<bool>,
    /// Whether the patient was cleared for the service at that moment. `None` if the clinic does not clear service by service.
    pub clearance: Option<ClearanceStatus>,
    /// The version of the service's protocol at that moment. `None` if the clinic keeps no protocols, or the service has none.
    pub protocol_version_id: Option<ProtocolVersionId>,
    /// The director's override, if the protocol or the license did not allow the treatment. `None` if none was needed.
    pub protocol_override_id: Option<ProtocolOverrideId>,
    /// The director's reason for the override.
    pub protocol_override_reason: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
