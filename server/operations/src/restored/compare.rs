//! Compares the registry with the placements. If they were restored to different times, a clinic that was made, moved
//! or deleted in between exists in only one of them.

use std::collections::{BTreeMap, BTreeSet};

use entity::{
    registry::{clinic, clinic_move, former_schema, placement},
    words::ClinicStatus,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::Serialize;

use crate::clinic_ops::ClinicOpsError;
use tenancy::{OwnerDb, clinic_schemas};

/// A clinic that exists in only one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", rename_all = "snake_case")]
pub enum Mismatch {
    /// The registry names a clinic whose tables do not exist, so it cannot be served.
    NoTables { clinic: String, placement: String, schema: String },
    /// Tables that belong to no clinic in the registry, and that no move or restore has left.
    NoClinic { placement: String, schema: String },
}

/// Lists every difference, by placement. Spares count as clinics.
///
/// Fails when a placement is not configured or is out of reach.
pub async fn compare(owner: &OwnerDb) -> Result<Vec<Mismatch>, ClinicOpsError> {
    let registry = owner.registry();
    let placements = placement::Entity::find().order_by_asc(placement::Column::Name).all(registry).await?;
    let clinics = clinic::Entity::find()
        .filter(clinic::Column::Status.ne(ClinicStatus::Deleted))
        .order_by_asc(clinic::Column::Subdomain)
        .all(registry)
        .await?;
    let mut left: BTreeSet<(String, String)> = BTreeSet::new();
    for row in former_schema::Entity::find().all(registry).await? {
        left.insert((row.placement, row.schema_name));
    }
    for row in clinic_move::Entity::find().all(registry).await? {
        left.insert((row.from_placement, row.from_schema));
        left.insert((row.to_placement, row.to_schema));
    }
    let mut there = BTreeMap::new();
    for placement in &placements {
        let mut session = owner.session(&placement.name).await?;
        let schemas: Vec<String> = clinic_schemas().fetch_all(&mut session).await?;
        there.insert(placement.name.as_str(), schemas.into_iter().collect::<BTreeSet<_>>());
    }
    Ok(differences(&clinics, &there, &left))
}

fn differences(
    clinics: &[clinic::Model],
    there: &BTreeMap<&str, BTreeSet<String>>,
    left: &BTreeSet<(String, String)>,
) -> Vec<Mismatch> {
    let mut found = Vec::new();
    let mut known = left.clone();
    for clinic in clinics {
        let has_tables = there.get(clinic.placement.as_str()).is_some_and(|names| names.contains(&clinic.schema_name));
        let (placement, schema) = (clinic.placement.clone(), clinic.schema_name.clone());
        known.insert((placement.clone(), schema.clone()));
        if !has_tables {
            found.push(Mismatch::NoTables { clinic: clinic.subdomain.clone(), placement, schema });
        }
    }
    for (placement, schemas) in there {
        for schema in schemas {
            let place = ((*placement).to_owned(), schema.clone());
            if !known.contains(&place) {
                found.push(Mismatch::NoClinic { placement: place.0, schema: place.1 });
            }
        }
    }
    found
}
