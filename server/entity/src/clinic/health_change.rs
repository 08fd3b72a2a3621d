use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, PatientId},
};

/// A change since the exam that a patient reported. It reopens earlier clearances. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "health_change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: PatientId,
    pub details: String,
    pub reported_by: MemberId,
    pub reported_at: DateTime<Utc>,
    /// The member who recorded the change, as of that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
