use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, PatientId, ServiceId, WaitlistEntryId},
    words::{PartOfDay, WaitlistStatus},
};

/// A person on the waitlist.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "waitlist_entry")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: WaitlistEntryId,
    pub patient_id: PatientId,
    /// The service's name when it was chosen.
    pub service: String,
    /// The service in the catalog. `None` if the service is from the fixed list.
    pub service_id: Option<ServiceId>,
    /// `None` means any provider.
    pub provider_id: Option<MemberId>,
    /// Monday is 1. Empty means any day.
    pub weekdays: Vec<i16>,
    /// `None` means any time.
    pub part_of_day: Option<PartOfDay>,
    pub note: Option<String>,
    /// The last acceptable day. `None` if there is no limit.
    pub until: Option<Date>,
    pub status: WaitlistStatus,
    /// Counts the changes.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub created_by: MemberId,
    /// The member's name at that moment.
    pub created_by_name: String,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// The member's name at that moment.
    pub updated_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
