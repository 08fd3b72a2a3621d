use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    ids::{AdverseEventEntryId, AdverseEventId, MemberId},
    words::{AdverseEventEntryKind, AdverseEventStatus, Severity},
};

/// What was written about an adverse event once it was reported. Inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "adverse_event_entry")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AdverseEventEntryId,
    pub event_id: AdverseEventId,
    /// The place among the entries of its event, from 1 on.
    pub number: i32,
    pub kind: AdverseEventEntryKind,
    /// Of a follow-up.
    pub status: Option<AdverseEventStatus>,
    /// Of a correction of the severity.
    pub severity: Option<Severity>,
    /// Of a correction.
    pub reason: Option<String>,
    pub text: Option<String>,
    /// Of a follow-up: the day of the next one, by the clinic's calendar.
    pub follow_up_on: Option<NaiveDate>,
    pub member_id: MemberId,
    pub written_at: DateTime<Utc>,
    /// Who wrote it, at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content, the digest of the report included.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
