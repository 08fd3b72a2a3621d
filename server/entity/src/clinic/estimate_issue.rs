use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, QueryOrder, entity::prelude::*};
use serde::{Deserialize, Serialize};

use super::patient;
use crate::{
    Relation,
    ids::{EstimateId, EstimateIssueId, MemberId, PatientId},
    words::EstimateChange,
};

/// A version of an estimate as it was issued. Inserted once, never changed. A higher issued version of the estimate
/// supersedes it, and a void of the estimate voids it.
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
    /// The issuer, as of that moment.
    pub issuer: super::Signer,
    /// Everything that the patient receives, as canonical JSON.
    pub document: String,
    /// The sum of the expected charges.
    pub total: Decimal,
    pub provider_totals: ProviderTotals,
    pub service_date: Option<Date>,
    /// The last day on which the estimate is valid.
    pub valid_until: Date,
    /// The differences from the previously issued version.
    pub changes: Vec<EstimateChange>,
    /// SHA-256 of the document, the patient, the issuer and the time of issue.
    pub content_digest: Vec<u8>,
}

/// The expected charges of an issued version, by provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ProviderTotals(pub Vec<ProviderTotal>);

/// The expected charges of one provider.
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
