use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AdverseEventEntryId, AdverseEventId, MemberId},
    words::{AdverseEventEntryKind, AdverseEventStatus, Severity},
};

/// An entry about an adverse event, written after the report. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "adverse_event_entry")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AdverseEventEntryId,
    pub event_id: AdverseEventId,
    /// The entry's number within its event. The first is 1.
    pub number: i32,
    pub kind: AdverseEventEntryKind,
    /// The event's status. Only for a follow-up.
    pub status: Option<AdverseEventStatus>,
    /// The corrected severity. Only for a correction of the severity.
    pub severity: Option<Severity>,
    /// The reason for a correction.
    pub reason: Option<String>,
    pub text: Option<String>,
    /// The day of the next follow-up, by the clinic's calendar. Only for a follow-up.
    pub follow_up_on: Option<NaiveDate>,
    pub member_id: MemberId,
    pub written_at: DateTime<Utc>,
    /// The author, as of that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content, the digest of the report included.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
