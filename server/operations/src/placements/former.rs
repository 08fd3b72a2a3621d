//! The tables that moves, restores and interrupted deletions left in a placement. The placement is not empty until they are dropped.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use entity::{
    registry::{clinic, former_schema, held_subdomain},
    words::{ClinicStatus, HoldReason},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use uuid::Uuid;

use super::super::clinic_ops::ClinicOpsError;
use tenancy::OwnerDb;

/// Tables of a clinic that are no longer used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Former {
    /// The clinic's subdomain. For a deleted clinic: its former subdomain.
    pub clinic: String,
    pub schema: String,
    pub since: DateTime<Utc>,
    /// The command that drops the tables. `None` for a deleted clinic whose subdomain another clinic has now, because
    /// the command would affect that clinic.
    pub command: Option<String>,
}

/// Lists the tables that moves, restores and interrupted deletions left in a placement, oldest first.
pub async fn former_tables(owner: &OwnerDb, placement: &str) -> Result<Vec<Former>, ClinicOpsError> {
    let registry = owner.registry();
    let left = former_schema::Entity::find()
        .filter(former_schema::Column::Placement.eq(placement))
        .order_by_asc(former_schema::Column::LeftAt)
        .order_by_asc(former_schema::Column::SchemaName)
        .all(registry)
        .await?;
    let ids = || left.iter().map(|former| former.clinic_id);
    let clinics = clinic::Entity::find().filter(clinic::Column::Id.is_in(ids())).all(registry).await?;
    let clinics: BTreeMap<Uuid, clinic::Model> = clinics.into_iter().map(|row| (row.id, row)).collect();
    let held = held_subdomain::Entity::find()
        .filter(held_subdomain::Column::ClinicId.is_in(ids()))
        .filter(held_subdomain::Column::Reason.eq(HoldReason::Deleted))
        .all(registry)
        .await?;
    let mut held: BTreeMap<Uuid, String> = held.into_iter().map(|row| (row.clinic_id, row.subdomain)).collect();
    let taken = clinic::Entity::taken().filter(clinic::Column::Subdomain.is_in(held.values()));
    for other in taken.all(registry).await? {
        held.retain(|_, name| *name != other.subdomain);
    }
    let named = left.into_iter().filter_map(|former| {
        let row = clinics.get(&former.clinic_id)?;
        let (clinic, command) = if row.status == ClinicStatus::Deleted {
            // The deletion was interrupted. The same command completes it.
            let name = held.get(&row.id);
            (name.unwrap_or(&row.subdomain), name.map(|name| format!("celadon clinic delete {name} --confirm {name}")))
        } else {
            (&row.subdomain, Some(format!("celadon clinic drop-former {}", row.subdomain)))
        };
        Some(Former { clinic: clinic.clone(), schema: former.schema_name, since: former.left_at, command })
    });
    Ok(named.collect())
}
