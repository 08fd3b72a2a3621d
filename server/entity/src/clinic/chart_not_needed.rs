use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{AppointmentId, MemberId};

/// The mark that a completed visit needs no chart. Deleted when it is taken back.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chart_not_needed")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    pub reason: String,
    pub member_id: MemberId,
    /// Their name at that moment.
    pub member_name: String,
    pub marked_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
