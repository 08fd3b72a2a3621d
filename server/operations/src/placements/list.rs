//! Lists the placements with their sizes and whether they answer.

use entity::{
    registry::{clinic, placement},
    words::{ClinicStatus, PlacementKind},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;

use super::{super::clinic_ops::ClinicOpsError, sql, variable};
use tenancy::OwnerDb;

/// A placement in the operator's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listed {
    pub name: String,
    pub kind: PlacementKind,
    /// Clinics with an owner, including suspended ones.
    pub clinics: u64,
    /// Unclaimed clinics.
    pub spares: u64,
    pub takes_new_clinics: bool,
    pub is_reachable: bool,
    /// The size of the whole database in megabytes. `None` if the placement is out of reach.
    pub size_mb: Option<u64>,
    /// Why the placement is out of reach.
    pub problem: Option<String>,
}

/// Every placement, oldest first.
///
/// A placement that is out of reach is listed as such.
pub async fn list(owner: &OwnerDb) -> Result<Vec<Listed>, ClinicOpsError> {
    let counted: Vec<(String, ClinicStatus, i64)> = clinic::Entity::find()
        .select_only()
        .column(clinic::Column::Placement)
        .column(clinic::Column::Status)
        .expr(clinic::Column::Id.count())
        .filter(clinic::Column::Status.is_not_in([ClinicStatus::Deleted, ClinicStatus::Spoilt]))
        .group_by(clinic::Column::Placement)
        .group_by(clinic::Column::Status)
        .into_tuple()
        .all(owner.registry())
        .await?;
    let count = |name: &str, spare: bool| {
        let those =
            counted.iter().filter(|(there, status, _)| there == name && (*status == ClinicStatus::Spare) == spare);
        those.map(|(_, _, clinics)| clinics.unsigned_abs()).sum::<u64>()
    };
    let mut listed = Vec::new();
    let rows =
        placement::Entity::find().order_by_asc(placement::Column::CreatedAt).order_by_asc(placement::Column::Name);
    for row in rows.all(owner.registry()).await? {
        let size = size(owner, &row.name).await;
        listed.push(Listed {
            clinics: count(&row.name, false),
            spares: count(&row.name, true),
            name: row.name,
            kind: row.kind,
            takes_new_clinics: row.accepting,
            is_reachable: size.is_ok(),
            size_mb: size.as_ref().ok().map(|bytes| bytes / 1_000_000),
            problem: size.err(),
        });
    }
    Ok(listed)
}

async fn size(owner: &OwnerDb, name: &str) -> Result<u64, String> {
    if !owner.has_login(name) {
        return Err(format!("{} is not set", variable(name)));
    }
    if !owner.reaches(name).await {
        return Err("its database does not answer".to_owned());
    }
    let mut session = owner.session(name).await.map_err(|error| error.to_string())?;
    let bytes = sql::database_size().fetch_one(&mut session).await.map_err(|error| error.to_string())?;
    Ok(bytes.unsigned_abs())
}
