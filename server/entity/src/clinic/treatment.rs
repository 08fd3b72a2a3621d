use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A treatment as its provider recorded and signed it. Added, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "treatment")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: i64,
    /// The exam that cleared the patient.
    pub exam_id: i64,
    pub provider_id: i64,
    pub treatment_type: String,
    pub areas: Option<String>,
    pub notes: Option<String>,
    pub units: Option<Decimal>,
    pub lot: Option<String>,
    pub volumes_ml: Option<String>,
    pub provider_signature: Vec<u8>,
    pub provider_signature_sha256: Vec<u8>,
    pub created_at: DateTime<Utc>,
    /// As they were at that moment; none for a row from before that was kept.
    pub signer: Option<super::Signer>,
    /// SHA-256 of the content that was signed; none for a row from before digests were kept.
    pub content_digest: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}
