use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::AppointmentId};

/// A link by which a patient answers about an appointment before it begins. Each message has its own link.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "appointment_link")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub appointment_id: AppointmentId,
    pub token_hash: Vec<u8>,
    pub created_at: DateTime<Utc>,
    /// How many answers came through the link.
    pub answers: i32,
    /// When it was used up.
    pub used_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
