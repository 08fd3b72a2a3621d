use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{KioskSessionId, MemberId},
};

/// A session, which a cookie identifies.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "session")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub member_id: MemberId,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    pub proved_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
    pub ip: String,
    pub user_agent: String,
    /// Hash of the device's own cookie. `None` if a release without devices wrote the row.
    pub device_hash: Option<Vec<u8>>,
    /// Set while a patient has the device.
    pub kiosk_session_id: Option<KioskSessionId>,
}

impl ActiveModelBehavior for ActiveModel {}
