use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, ServiceId};
use crate::words::BookingMode;

/// How patients book online: one row, or none while it was never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "booking_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    pub mode: BookingMode,
    /// Nothing starts earlier than so many hours from now.
    pub lead_hours: i32,
    /// Nothing starts later than so many days from now.
    pub horizon_days: i32,
    /// Whether visitors see with whom, and can choose.
    pub chooses_provider: bool,
    /// Whether every service can be booked; else those of `service_ids`.
    pub every_service: bool,
    pub service_ids: Vec<ServiceId>,
    /// Whether everybody who takes appointments can be booked; else those of `member_ids`.
    pub every_member: bool,
    pub member_ids: Vec<MemberId>,
    /// What patients accept; none: nothing.
    pub policy_version: Option<i32>,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: Option<MemberId>,
    /// Their name at that moment.
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
