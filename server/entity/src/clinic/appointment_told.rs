use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::AppointmentId;

/// What the clinic's messages last announced to the patient about an appointment.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "appointment_told")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    /// The start that was announced; none while no appointment is announced.
    pub known_starts_at: Option<DateTime<Utc>>,
    /// How many announcements there were.
    pub news: i32,
    /// The last change that may have to be announced.
    pub changed_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
