use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, PatientId},
};

/// Whether and how a patient wants to be reminded of visits. Without a row, every channel that the patient's
/// `may_email` and `may_text` allow is used.
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
    /// The member's name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
