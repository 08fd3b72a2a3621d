use sea_orm::entity::prelude::*;

use crate::words::FindingList;

/// One entry of the clinic's suggested lists for exams.
#[sea_orm::model]
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
}

impl ActiveModelBehavior for ActiveModel {}
