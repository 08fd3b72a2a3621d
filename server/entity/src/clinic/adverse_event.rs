use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AdverseEventId, MemberId, PatientId, TreatmentId},
    words::{AdverseEventKind, Severity},
};

/// An adverse event as it was reported. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "adverse_event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AdverseEventId,
    pub patient_id: PatientId,
    /// The treatment that preceded the event. `None` if unknown.
    pub treatment_id: Option<TreatmentId>,
    /// By the clinic's calendar.
    pub began_on: NaiveDate,
    pub kind: AdverseEventKind,
    pub details: String,
    pub severity: Severity,
    /// The measures that were taken.
    pub action: String,
    /// The day of the next follow-up, by the clinic's calendar.
    pub follow_up_on: Option<NaiveDate>,
    pub reported_by: MemberId,
    pub reported_at: DateTime<Utc>,
    /// The member who reported the event, as of that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
