use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, PatientId},
};

/// Two patients who look like one person but are not, as a member has decided.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "distinct_patients")]
pub struct Model {
    /// The smaller of the two ids.
    #[sea_orm(primary_key, auto_increment = false)]
    pub first_id: PatientId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub second_id: PatientId,
    pub member_id: MemberId,
    /// The member's name at that moment.
    pub member_name: String,
    pub decided_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
