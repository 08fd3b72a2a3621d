use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AppointmentId, MemberId},
};

/// The mark that a completed visit needs no chart. The row is deleted when the mark is removed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chart_not_needed")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    pub reason: String,
    pub member_id: MemberId,
    /// The member's name at that moment.
    pub member_name: String,
    pub marked_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
