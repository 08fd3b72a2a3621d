use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{ExamId, MemberId, PatientId, ProtocolOverrideId, ProtocolVersionId, ServiceId, TreatmentId};
use crate::words::ClearanceStatus;

/// A treatment as its provider recorded and signed it. Inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "treatment")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: TreatmentId,
    pub patient_id: PatientId,
    /// The exam that cleared the patient.
    pub exam_id: ExamId,
    pub provider_id: MemberId,
    /// The name that the service had when it was recorded.
    pub treatment_type: String,
    /// The service of the catalogue; none where it was chosen from the fixed list.
    pub service_id: Option<ServiceId>,
    pub areas: Option<String>,
    pub notes: Option<String>,
    pub units: Option<Decimal>,
    pub lot: Option<String>,
    pub volumes_ml: Option<String>,
    pub provider_signature: Vec<u8>,
    pub provider_signature_sha256: Vec<u8>,
    pub created_at: DateTime<Utc>,
    /// The signer at that moment; none for rows from before this was stored.
    pub signer: Option<super::Signer>,
    /// SHA-256 of the signed content; none for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
    /// Whether the patient said that something has changed since the exam; none where the clinic does not ask.
    pub changed_since_exam: Option<bool>,
    /// Whether the patient was cleared for the service at that moment; none where the clinic does not clear service by service.
    pub clearance: Option<ClearanceStatus>,
    /// The version of the service's protocol at that moment; none where the clinic keeps no protocols, or the service has none.
    pub protocol_version_id: Option<ProtocolVersionId>,
    /// The director's override, where the protocol or the license did not allow it; none where none was needed.
    pub protocol_override_id: Option<ProtocolOverrideId>,
    /// The director's reason for it.
    pub protocol_override_reason: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
