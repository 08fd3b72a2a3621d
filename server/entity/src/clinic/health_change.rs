use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, PatientId};

/// What a patient said has changed since the exam, which reopens what was cleared before. Inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "health_change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: PatientId,
    pub details: String,
    pub reported_by: MemberId,
    pub reported_at: DateTime<Utc>,
    /// Who wrote it down, at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
