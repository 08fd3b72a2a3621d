use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, words::PlacementKind};

/// A placement: a Postgres server or Citus cluster with clinics.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "placement")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    pub kind: PlacementKind,
    pub shards: i32,
    pub accepting: bool,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
