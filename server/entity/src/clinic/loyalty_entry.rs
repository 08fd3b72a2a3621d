use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{PatientId, TreatmentId};

/// An entry of the points ledger. Inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "loyalty_entry")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: PatientId,
    pub points: i32,
    pub service: String,
    /// The treatment that earned it; each treatment earns once.
    pub treatment_id: Option<TreatmentId>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
