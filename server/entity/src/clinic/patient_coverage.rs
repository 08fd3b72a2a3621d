use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, entity::prelude::*};

use super::patient;
use crate::{
    Relation,
    ids::{MemberId, PatientId},
    words::Coverage,
};

/// Whether a patient pays without insurance, as last recorded. No row while nobody has asked.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "patient_coverage")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub patient_id: PatientId,
    pub coverage: Coverage,
    /// Counts the changes.
    pub version: i32,
    pub noted_at: DateTime<Utc>,
    pub noted_by: MemberId,
    /// The member's name at that moment.
    pub noted_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The entries of a person, recorded under any of the merged records, newest first.
    pub fn of_person(id: PatientId) -> Select<Self> {
        Self::find()
            .filter(Column::PatientId.in_subquery(patient::Entity::ids_of_person(id)))
            .order_by_desc(Column::NotedAt)
            .order_by_desc(Column::Version)
    }
}
