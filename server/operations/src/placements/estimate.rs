//! The approximate sizes of the clinics of a plan: one query for each placement, whatever the number of clinics.

use std::collections::BTreeMap;

use entity::{
    registry::{clinic, placement},
    words::PlacementKind,
};
use sea_orm::{EntityTrait, QuerySelect};
use sqlx::{Executor, postgres::PgConnection};
use uuid::Uuid;

use super::{
    super::clinic_ops::{ClinicOpsError, ClinicSize},
    plan::{Measured, Planned},
    sql,
};
use tenancy::OwnerDb;

/// The size of each schema, or the reason why it could not be read.
type Sizes = BTreeMap<String, Result<ClinicSize, String>>;

/// A planned move whose clinic could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    pub planned: Planned,
    pub why: String,
}

/// Estimates the size of every clinic of a plan, and the length of its fence. A clinic or a placement that cannot be
/// read does not end the plan.
pub async fn estimate(owner: &OwnerDb, plan: Vec<Planned>) -> Result<Vec<Result<Measured, Unread>>, ClinicOpsError> {
    let schemas = schemas(owner).await?;
    let mut by_placement: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (placement, schema) in plan.iter().filter_map(|planned| schemas.get(&planned.id)) {
        by_placement.entry(placement).or_default().push(schema.clone());
    }
    let mut sizes = BTreeMap::new();
    for (placement, schemas) in by_placement {
        sizes.insert(placement, sizes_in(owner, placement, &schemas).await);
    }
    let size_of = |planned: &Planned| -> Result<ClinicSize, String> {
        let (placement, schema) = schemas.get(&planned.id).ok_or("the clinic is gone")?;
        let there = sizes.get(placement.as_str()).ok_or("it was not read")?.as_ref().map_err(Clone::clone)?;
        there.get(schema).cloned().unwrap_or_else(|| Err(format!("its tables are not in {placement}")))
    };
    let estimated = plan.into_iter().map(|planned| match size_of(&planned) {
        Ok(size) => Ok(Measured { planned, size, fence: size.expected_fence() }),
        Err(why) => Err(Unread { planned, why }),
    });
    Ok(estimated.collect())
}

/// The present placement and schema of every clinic.
async fn schemas(owner: &OwnerDb) -> Result<BTreeMap<Uuid, (String, String)>, ClinicOpsError> {
    let rows: Vec<(Uuid, String, String)> = clinic::Entity::taken()
        .select_only()
        .column(clinic::Column::Id)
        .column(clinic::Column::Placement)
        .column(clinic::Column::SchemaName)
        .into_tuple()
        .all(owner.registry())
        .await?;
    Ok(rows.into_iter().map(|(id, placement, schema)| (id, (placement, schema))).collect())
}

async fn sizes_in(owner: &OwnerDb, placement: &str, schemas: &[String]) -> Result<Sizes, String> {
    if owner.has_login(placement) && !owner.reaches(placement).await {
        return Err(format!("the database of {placement} does not answer"));
    }
    let said = |error: sea_orm::DbErr| error.to_string();
    let row = placement::Entity::find_by_id(placement).one(owner.registry()).await.map_err(said)?;
    let mut session = owner.session(placement).await.map_err(said)?;
    if row.is_some_and(|row| row.kind == PlacementKind::Citus) {
        Ok(counted(&mut session, schemas).await)
    } else {
        from_catalog(&mut session, schemas).await.map_err(|error| error.to_string())
    }
}

/// One query for all schemas.
pub async fn from_catalog(session: &mut PgConnection, schemas: &[String]) -> Result<Sizes, sqlx::Error> {
    session.execute(sql::UNCACHED_COUNTERS).await?;
    let rows = sql::estimated_sizes(schemas).fetch_all(session).await?;
    let size = |rows: i64, bytes: i64| ClinicSize { rows: rows.unsigned_abs(), bytes: bytes.unsigned_abs() };
    Ok(rows.into_iter().map(|(schema, rows, bytes)| (schema, Ok(size(rows, bytes)))).collect())
}

/// Counts each schema separately, because a coordinator's catalog does not know what the workers store.
async fn counted(session: &mut PgConnection, schemas: &[String]) -> Sizes {
    let mut sizes = Sizes::new();
    for schema in schemas {
        let size = ClinicSize::measure(session, schema).await;
        sizes.insert(schema.clone(), size.map_err(|error| error.to_string()));
    }
    sizes
}
