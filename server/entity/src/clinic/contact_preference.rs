use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, PatientId};

/// Whether a patient wants to be reminded of visits, and how. Without a row, by every channel that `may_email` and
/// `may_text` of the patient allow.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "contact_preference")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub patient_id: PatientId,
    pub email_reminders: bool,
    pub text_reminders: bool,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// Their name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
