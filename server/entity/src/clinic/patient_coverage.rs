use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, entity::prelude::*};

use super::patient;
use crate::{
    ids::{MemberId, PatientId},
    words::Coverage,
};

/// Whether a patient pays alone or uses an insurance, as it was noted last; no row while nobody has asked.
#[sea_orm::model]
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
    /// Their name at that moment.
    pub noted_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// What was noted of a person, under whichever of the merged records: the newest first.
    pub fn of_person(id: PatientId) -> Select<Self> {
        Self::find()
            .filter(Column::PatientId.in_subquery(patient::Entity::ids_of_person(id)))
            .order_by_desc(Column::NotedAt)
            .order_by_desc(Column::Version)
    }
}
