use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, PatientId, ServiceId, WaitlistEntryId};
use crate::words::{PartOfDay, WaitlistStatus};

/// Somebody who waits for a time.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "waitlist_entry")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: WaitlistEntryId,
    pub patient_id: PatientId,
    /// The name that the service had when it was chosen.
    pub service: String,
    /// The service of the catalogue; none where it was chosen from the fixed list.
    pub service_id: Option<ServiceId>,
    /// None: any provider.
    pub provider_id: Option<MemberId>,
    /// Monday is 1. None at all: any day.
    pub weekdays: Vec<i16>,
    /// None: any time.
    pub part_of_day: Option<PartOfDay>,
    pub note: Option<String>,
    /// The last day that is wanted; none: as long as it takes.
    pub until: Option<Date>,
    pub status: WaitlistStatus,
    /// Counts the changes.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub created_by: MemberId,
    /// Their name at that moment.
    pub created_by_name: String,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// Their name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
