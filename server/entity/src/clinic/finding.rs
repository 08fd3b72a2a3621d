use sea_orm::entity::prelude::*;

use crate::{Relation, words::FindingList};

/// One entry of the clinic's suggested lists for exams.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "finding")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub list: FindingList,
    /// The body system, or `vitals`.
    pub system: String,
    pub position: i32,
    pub text: String,
    /// Whether the entry says that nothing is wrong.
    pub is_normal: bool,
}

impl ActiveModelBehavior for ActiveModel {}
