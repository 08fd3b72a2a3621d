#![expect(clippy::struct_excessive_bools, reason = "each way to reach a patient is a column of its own")]

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
    /// What the patient is called, where it is not the first name.
    pub preferred_name: Option<String>,
    pub street: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub postal_code: Option<String>,
    pub emergency_name: Option<String>,
    pub emergency_relation: Option<String>,
    pub emergency_phone: Option<String>,
    /// Who answers for a minor.
    pub guardian_name: Option<String>,
    pub guardian_relation: Option<String>,
    /// How the patient heard of the clinic.
    pub referral_source: Option<String>,
    pub may_email: bool,
    pub may_text: bool,
    pub may_call: bool,
    /// Whether the patient wants to hear of offers; everything else is about their own visits.
    pub may_market: bool,
    pub archived_at: Option<DateTime<Utc>>,
    pub archived_by: Option<MemberId>,
    pub archive_reason: Option<String>,
    /// Counts the changes.
    pub version: i32,
}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}
