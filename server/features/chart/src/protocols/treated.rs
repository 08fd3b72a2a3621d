//! The protocol of a recorded treatment, read with the treatment.

use chrono::NaiveDate;
use entity::{
    clinic::{Signer, protocol_override, protocol_version, treatment},
    ids::ProtocolVersionId,
};
use sea_orm::{EntityTrait, FromQueryResult, JoinType, QuerySelect, Select};
use serde::Serialize;
use utoipa::ToSchema;

use base::error::Result;
use tenancy::ClinicTx;

/// The protocol with which a treatment was recorded.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TreatmentProtocol {
    /// The version of the service's protocol at that time; null if there was none.
    pub version_id: Option<ProtocolVersionId>,
    pub number: Option<i32>,
    pub title: Option<String>,
    /// The last day of that version.
    pub valid_until: Option<NaiveDate>,
    /// Why a director allowed the treatment despite the protocol or the license; null if there was no obstacle.
    pub override_reason: Option<String>,
    pub overridden_by: Option<String>,
}

/// The columns read with the treatment, with the prefix `protocol_`.
#[derive(Debug, Default, FromQueryResult)]
pub struct ProtocolColumns {
    pub number: Option<i32>,
    pub title: Option<String>,
    pub until: Option<NaiveDate>,
    pub overrider: Option<Signer>,
}

impl ProtocolColumns {
    /// `None` if the treatment was recorded without a protocol and without an override.
    pub fn of(self, row: &treatment::Model) -> Option<TreatmentProtocol> {
        (row.protocol_version_id.is_some() || row.protocol_override_id.is_some()).then(|| TreatmentProtocol {
            version_id: row.protocol_version_id,
            number: self.number,
            title: self.title,
            valid_until: self.until,
            override_reason: row.protocol_override_reason.clone(),
            overridden_by: self.overrider.map(|signer| signer.name),
        })
    }
}

/// Treatments with the columns of [`ProtocolColumns`].
pub fn of_treatments(treatments: Select<treatment::Entity>) -> Select<treatment::Entity> {
    let version = treatment::Entity::belongs_to(protocol_version::Entity)
        .from(treatment::Column::ProtocolVersionId)
        .to(protocol_version::Column::Id);
    let lifted = treatment::Entity::belongs_to(protocol_override::Entity)
        .from(treatment::Column::ProtocolOverrideId)
        .to(protocol_override::Column::Id);
    treatments
        .join(JoinType::LeftJoin, version.into())
        .join(JoinType::LeftJoin, lifted.into())
        .column_as(protocol_version::Column::Number, "protocol_number")
        .column_as(protocol_version::Column::Title, "protocol_title")
        .column_as(protocol_version::Column::ValidUntil, "protocol_until")
        .column_as(protocol_override::Column::Signer, "protocol_overrider")
}

/// The columns of one treatment.
pub async fn of_treatment(tx: &ClinicTx, row: &treatment::Model) -> Result<ProtocolColumns> {
    let mut columns = ProtocolColumns::default();
    if let Some(id) = row.protocol_version_id
        && let Some(version) = protocol_version::Entity::find_by_id(id).one(tx).await?
    {
        columns.number = Some(version.number);
        columns.title = Some(version.title);
        columns.until = Some(version.valid_until);
    }
    if let Some(id) = row.protocol_override_id
        && let Some(lifted) = protocol_override::Entity::find_by_id(id).one(tx).await?
    {
        columns.overrider = Some(lifted.signer);
    }
    Ok(columns)
}
