use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, PatientId},
};

/// A change of one field of a patient. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "patient_change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: PatientId,
    /// The field's name in the API call that changes it.
    pub field: String,
    pub from_value: Option<String>,
    pub to_value: Option<String>,
    pub member_id: MemberId,
    /// The member's name at that moment.
    pub member_name: String,
    pub changed_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
