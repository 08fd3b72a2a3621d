use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{KioskSessionId, MemberId},
};

/// A tablet that a member has handed to a patient.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "kiosk_session")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: KioskSessionId,
    pub member_id: MemberId,
    pub started_at: DateTime<Utc>,
    /// When its documents can no longer be opened.
    pub ends_at: DateTime<Utc>,
    /// When the member took the tablet back.
    pub ended_at: Option<DateTime<Utc>>,
    /// Failed tries, including those that are being checked.
    pub wrong_pins: i32,
}

impl ActiveModelBehavior for ActiveModel {}
