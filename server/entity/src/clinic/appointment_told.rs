use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::AppointmentId};

/// What the clinic's messages last announced to a patient about an appointment.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "appointment_told")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    /// The announced start. `None` while no appointment is announced.
    pub known_starts_at: Option<DateTime<Utc>>,
    /// The number of announcements.
    pub news: i32,
    /// The last change that may have to be announced.
    pub changed_at: DateTime<Utc>,
    /// Whether the change is announced during the quiet hours, too.
    pub at_once: bool,
}

impl ActiveModelBehavior for ActiveModel {}
