use sea_orm::entity::prelude::*;

use crate::{Relation, ids::EstimateIssueId};

/// The PDF of an issued version, made once.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_file")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub issue_id: EstimateIssueId,
    pub sha256: Vec<u8>,
    pub file: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
