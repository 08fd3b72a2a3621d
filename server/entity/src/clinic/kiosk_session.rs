use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{KioskSessionId, MemberId};

/// A member's tablet in a patient's hands.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "kiosk_session")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: KioskSessionId,
    pub member_id: MemberId,
    pub started_at: DateTime<Utc>,
    /// Until when its documents can be opened.
    pub ends_at: DateTime<Utc>,
    /// When the member took the tablet back.
    pub ended_at: Option<DateTime<Utc>>,
    /// Tries that were wrong, or are being checked.
    pub wrong_pins: i32,
}

impl ActiveModelBehavior for ActiveModel {}
