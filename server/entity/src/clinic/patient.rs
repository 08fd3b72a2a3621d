use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, PatientId};

/// A patient.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "patient")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PatientId,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// The digits of the phone number, for searching.
    pub phone_digits: Option<String>,
    pub birth_date: Option<Date>,
    pub created_by: Option<MemberId>,
    pub created_at: DateTime<Utc>,
    /// The set, if it is sample data.
    pub sample_set_id: Option<i64>,
    pub pronouns: Option<String>,
    /// Counts the changes.
    pub version: i32,
}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}
