use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{DirectorAbsenceId, MemberId},
};

/// Days on which a director is away, and the person who reviews instead.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "director_absence")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: DirectorAbsenceId,
    pub director_id: MemberId,
    pub alternate_id: MemberId,
    pub from_day: NaiveDate,
    pub to_day: NaiveDate,
    pub added_by: MemberId,
    pub added_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
