use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, MemberId},
};

/// A visit for which the patient gets no reminder of the next visit.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "recall_skip")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    pub skipped_at: DateTime<Utc>,
    pub skipped_by: MemberId,
    /// The member's name at that moment.
    pub skipped_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
