use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::AppointmentId;

/// What the patient knows of an appointment, as far as the clinic's messages go.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "appointment_told")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub appointment_id: AppointmentId,
    /// The start that the patient knows; none while the patient knows of no appointment.
    pub known_starts_at: Option<DateTime<Utc>>,
    /// How often something new was told.
    pub news: i32,
    /// The last change that the patient may have to be told.
    pub changed_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
