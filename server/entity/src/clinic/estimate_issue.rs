use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, QueryOrder, entity::prelude::*};
use serde::{Deserialize, Serialize};

use super::patient;
use crate::{
    ids::{EstimateId, EstimateIssueId, MemberId, PatientId},
    words::EstimateChange,
};

/// A version of an estimate as it was issued. Inserted once, never changed: it is superseded when the estimate has an issued
/// version with a higher number, and void when the estimate is.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_issue")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: EstimateIssueId,
    pub estimate_id: EstimateId,
    /// Counts the issued versions of the estimate.
    pub version: i32,
    pub patient_id: PatientId,
    /// The version of the specification's fields that was issued.
    pub estimate_version: i32,
    pub issued_at: DateTime<Utc>,
    pub issued_by: MemberId,
    /// Who issued it, at that moment.
    pub issuer: super::Signer,
    /// Everything that the patient is given, as canonical JSON.
    pub document: String,
    /// The sum of the expected charges.
    pub total: Decimal,
    pub provider_totals: ProviderTotals,
    pub service_date: Option<Date>,
    /// The last day on which it holds.
    pub valid_until: Date,
    /// What differs from the version that was issued before.
    pub changes: Vec<EstimateChange>,
    /// SHA-256 of the document, the patient and who issued it when.
    pub content_digest: Vec<u8>,
}

/// The expected charges of an issued version, by provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ProviderTotals(pub Vec<ProviderTotal>);

/// What one provider is expected to charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderTotal {
    pub provider: String,
    pub npi: Option<String>,
    pub total: Decimal,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The issued versions of an estimate, newest first.
    pub fn of_estimate(estimate: EstimateId) -> Select<Self> {
        Self::find().filter(Column::EstimateId.eq(estimate)).order_by_desc(Column::Version)
    }

    /// The issued versions of a patient's estimates, newest first.
    pub fn of_patient(patient: PatientId) -> Select<Self> {
        Self::find().filter(Column::PatientId.in_subquery(patient::Entity::ids_of(patient))).order_by_desc(Column::Id)
    }
}
