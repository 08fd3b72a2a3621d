//! Everything about protocols except their texts. A clinic has few, so all are read.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{member, protocol, protocol_override, protocol_retirement, protocol_signature, protocol_version},
    ids::{MemberId, ProtocolId, ProtocolVersionId},
};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, Select};

use super::current::Version;
use base::{
    error::Result,
    names,
    permission::{Access, Grants, Permission, ProtocolSign, TreatmentCreate},
};
use practice::services::ChosenService;
use tenancy::ClinicTx;

/// A protocol with its signed versions, the oldest first.
#[derive(Debug)]
pub struct Protocol {
    pub row: protocol::Model,
    pub versions: Vec<Version>,
}

impl Protocol {
    /// The number of the newest version; 0 if none was signed.
    pub fn newest_number(&self) -> i32 {
        self.versions.iter().map(|version| version.number).max().unwrap_or(0)
    }

    /// Whether it is the protocol of this service. A service of the catalogue is matched by its id, one of the fixed list by its
    /// name.
    pub fn is_of(&self, service: &ChosenService) -> bool {
        is_same(self.row.service_id, &self.row.service, service)
    }
}

/// Whether a stored service is this one.
fn is_same(id: Option<entity::ids::ServiceId>, name: &str, service: &ChosenService) -> bool {
    match (id, service.id) {
        (Some(id), Some(other)) => id == other,
        _ => name == service.name,
    }
}

/// The members who have agreed to a version, with the time.
pub type Agreements = HashMap<(ProtocolVersionId, MemberId), DateTime<Utc>>;

/// The columns of [`Version`], without the text.
pub fn versions() -> Select<protocol_version::Entity> {
    use protocol_version::Column::{
        DirectorId, Id, Number, ProtocolId, SignedAt, Signer, Title, ValidFrom, ValidUntil,
    };
    let retirement = protocol_version::Entity::belongs_to(protocol_retirement::Entity)
        .from(protocol_version::Column::Id)
        .to(protocol_retirement::Column::VersionId);
    protocol_version::Entity::find()
        .join(JoinType::LeftJoin, retirement.into())
        .select_only()
        .columns([Id, ProtocolId, Number, Title, ValidFrom, ValidUntil, DirectorId, Signer, SignedAt])
        .column_as(protocol_retirement::Column::RetiredAt, "retired_at")
        .column_as(protocol_retirement::Column::Signer, "retired_by")
        .column_as(protocol_retirement::Column::Reason, "retired_for")
        .order_by_asc(Number)
}

/// Every protocol with its versions.
pub async fn protocols(tx: &ClinicTx) -> Result<Vec<Protocol>> {
    let rows = protocol::Entity::find().order_by_asc(protocol::Column::Id).all(tx).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut of: HashMap<ProtocolId, Vec<Version>> = HashMap::new();
    for version in versions().into_model::<Version>().all(tx).await? {
        of.entry(version.protocol_id).or_default().push(version);
    }
    Ok(rows.into_iter().map(|row| Protocol { versions: of.remove(&row.id).unwrap_or_default(), row }).collect())
}

/// The protocol with this id.
pub async fn protocol(tx: &ClinicTx, id: ProtocolId) -> Result<Option<Protocol>> {
    let Some(row) = protocol::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
    let versions = versions().filter(protocol_version::Column::ProtocolId.eq(id)).into_model().all(tx).await?;
    Ok(Some(Protocol { row, versions }))
}

/// Who has agreed to these versions. A director's signature on a version counts as agreement.
pub async fn agreements<'a>(
    tx: &ClinicTx,
    versions: impl IntoIterator<Item = &'a Version>,
    of: Option<MemberId>,
) -> Result<Agreements> {
    use protocol_signature::Column::{MemberId as Member, SignedAt, VersionId};
    let versions: Vec<_> = versions.into_iter().collect();
    if versions.is_empty() {
        return Ok(Agreements::new());
    }
    let ids = versions.iter().map(|version| version.id);
    let mut signed = protocol_signature::Entity::find().filter(VersionId.is_in(ids));
    if let Some(member) = of {
        signed = signed.filter(Member.eq(member));
    }
    let signed: Vec<(ProtocolVersionId, MemberId, DateTime<Utc>)> =
        signed.select_only().columns([VersionId, Member, SignedAt]).into_tuple().all(tx).await?;
    let directors = versions.iter().map(|version| ((version.id, version.director_id), version.signed_at));
    let agreed = signed.into_iter().map(|(version, member, at)| ((version, member), at));
    Ok(directors.chain(agreed).collect())
}

/// The newest override for a provider and a service on a day.
pub async fn override_for(
    tx: &ClinicTx,
    provider: MemberId,
    service: &ChosenService,
    day: NaiveDate,
) -> Result<Option<protocol_override::Model>> {
    Ok(overrides(tx, day, Some(provider)).await?.into_iter().find(|row| is_override_of(row, service)))
}

/// Whether an override is about this service.
pub fn is_override_of(row: &protocol_override::Model, service: &ChosenService) -> bool {
    is_same(row.service_id, &row.service, service)
}

/// The overrides of a day, the newest first.
pub async fn overrides(tx: &ClinicTx, day: NaiveDate, of: Option<MemberId>) -> Result<Vec<protocol_override::Model>> {
    use protocol_override::Column::{Id, ProviderId, ValidOn};
    let mut rows = protocol_override::Entity::find().filter(ValidOn.eq(day)).order_by_desc(Id);
    if let Some(provider) = of {
        rows = rows.filter(ProviderId.eq(provider));
    }
    Ok(rows.all(tx).await?)
}

/// The active members, by name.
pub async fn team(tx: &ClinicTx) -> Result<Vec<member::Model>> {
    let mut team = member::Entity::active().order_by_asc(member::Column::Id).all(tx).await?;
    team.sort_by_cached_key(|row| names::order(&row.last_name, &row.first_name));
    Ok(team)
}

/// Whether this member records treatments.
pub fn treats(member: &member::Model) -> bool {
    Grants::from_member(member).access(TreatmentCreate::NAME) == Some(Access::Full)
}

/// Whether this member may sign versions and override obstacles.
pub fn directs(member: &member::Model) -> bool {
    Grants::from_member(member).access(ProtocolSign::NAME) == Some(Access::Full)
}
