#![expect(clippy::struct_excessive_bools, reason = "each choice of the clinic is made by itself")]

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, ServiceId},
    words::BookingMode,
};

/// The settings of online booking: columns of the clinic's one row of settings.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    #[sea_orm(column_name = "booking_mode")]
    pub mode: BookingMode,
    /// The earliest start, in hours from now.
    #[sea_orm(column_name = "booking_lead_hours")]
    pub lead_hours: i32,
    /// The latest start, in days from now.
    #[sea_orm(column_name = "booking_horizon_days")]
    pub horizon_days: i32,
    /// Whether visitors see the providers and can choose one.
    #[sea_orm(column_name = "booking_chooses_provider")]
    pub chooses_provider: bool,
    /// Whether every service can be booked. If not, only `service_ids` can.
    #[sea_orm(column_name = "booking_every_service")]
    pub every_service: bool,
    #[sea_orm(column_name = "booking_service_ids")]
    pub service_ids: Vec<ServiceId>,
    /// Whether everybody who takes appointments can be booked. If not, only `member_ids` can.
    #[sea_orm(column_name = "booking_every_member")]
    pub every_member: bool,
    #[sea_orm(column_name = "booking_member_ids")]
    pub member_ids: Vec<MemberId>,
    /// Whether patients move their own visits to a free time.
    #[sea_orm(column_name = "booking_patients_move")]
    pub patients_move: bool,
    /// The policy that patients accept. `None` if they accept no policy.
    #[sea_orm(column_name = "booking_policy_version")]
    pub policy_version: Option<i32>,
    /// Counts the changes.
    #[sea_orm(column_name = "booking_version")]
    pub version: i32,
    #[sea_orm(column_name = "booking_updated_at")]
    pub updated_at: DateTime<Utc>,
    #[sea_orm(column_name = "booking_updated_by")]
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    #[sea_orm(column_name = "booking_updated_by_name")]
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
