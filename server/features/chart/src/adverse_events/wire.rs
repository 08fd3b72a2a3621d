//! The wire types of adverse events.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::adverse_event_entry,
    ids::{AdverseEventEntryId, AdverseEventId, MemberId, PatientId, TreatmentId},
    words::{AdverseEventEntryKind, AdverseEventKind, AdverseEventStatus, Severity},
};
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::foundation::http::{
    Payload,
    fields::{Day, Field, Id, Line, Note, choice, chosen},
    optional, required,
};

/// An adverse event as it stands now, without its texts.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
pub struct ListedAdverseEvent {
    #[schema(value_type = i64)]
    pub id: AdverseEventId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    pub patient_name: String,
    #[schema(value_type = Option<i64>, required)]
    pub treatment_id: Option<TreatmentId>,
    #[schema(required)]
    pub treatment_type: Option<String>,
    /// By the clinic's calendar.
    pub began_on: NaiveDate,
    pub kind: AdverseEventKind,
    /// As it was reported, or as it was corrected last.
    pub severity: Severity,
    pub status: AdverseEventStatus,
    /// When it is looked at next, by the clinic's calendar.
    #[schema(required)]
    pub follow_up_on: Option<NaiveDate>,
    pub reported_at: DateTime<Utc>,
    /// By name.
    pub reported_by: String,
    #[serde(skip)]
    pub reporter_id: MemberId,
    /// When a director has acknowledged it; null while none has.
    #[schema(required)]
    pub acknowledged_at: Option<DateTime<Utc>>,
    /// By name.
    #[schema(required)]
    pub acknowledged_by: Option<String>,
}

/// An adverse event with its report and everything that was written about it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdverseEvent {
    #[serde(flatten)]
    pub listed: ListedAdverseEvent,
    /// What happened.
    pub details: String,
    /// What was done about it.
    pub action: String,
    pub reported_severity: Severity,
    /// The reporter's role at that moment.
    pub reported_role: String,
    /// Whether the signed-in member may acknowledge it now.
    pub may_acknowledge: bool,
    /// The oldest first.
    pub entries: Vec<AdverseEventEntry>,
}

/// What was written about an adverse event.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdverseEventEntry {
    #[schema(value_type = i64)]
    id: AdverseEventEntryId,
    kind: AdverseEventEntryKind,
    /// Of a follow-up.
    #[schema(required)]
    status: Option<AdverseEventStatus>,
    /// Of a correction of the severity.
    #[schema(required)]
    severity: Option<Severity>,
    /// Of a correction.
    #[schema(required)]
    reason: Option<String>,
    /// Null for an acknowledgement.
    #[schema(required)]
    text: Option<String>,
    /// Of a follow-up.
    #[schema(required)]
    follow_up_on: Option<NaiveDate>,
    /// The name and the role at that moment.
    by: String,
    role: String,
    at: DateTime<Utc>,
}

impl From<adverse_event_entry::Model> for AdverseEventEntry {
    fn from(row: adverse_event_entry::Model) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            status: row.status,
            severity: row.severity,
            reason: row.reason,
            text: row.text,
            follow_up_on: row.follow_up_on,
            by: row.signer.name,
            role: row.signer.role,
            at: row.written_at,
        }
    }
}

/// A report of an adverse event.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAdverseEvent {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    pub patient_id: PatientId,
    /// A treatment of the patient, where it is known after which one it came.
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    pub treatment_id: Option<TreatmentId>,
    /// By the clinic's calendar, not in the future.
    pub began_on: Day,
    #[serde(deserialize_with = "chosen")]
    pub kind: AdverseEventKind,
    /// What happened.
    pub details: Note,
    #[serde(deserialize_with = "chosen")]
    pub severity: Severity,
    /// What was done about it.
    pub action: Note,
    /// When it is looked at next, by the clinic's calendar.
    #[serde(default, deserialize_with = "optional")]
    pub follow_up_on: Option<Day>,
}

impl Payload for NewAdverseEvent {}

/// How an adverse event goes on, or how it ended.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAdverseEventFollowUp {
    #[serde(deserialize_with = "chosen")]
    pub status: AdverseEventStatus,
    pub text: Note,
    /// When it is looked at next, by the clinic's calendar; not for one that is over.
    #[serde(default, deserialize_with = "optional")]
    pub follow_up_on: Option<Day>,
}

impl Payload for NewAdverseEventFollowUp {}

impl Field for Severity {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

/// What is wrong in the report of an adverse event, or in an entry about it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdverseEventCorrection {
    /// Why it is corrected.
    pub reason: Line,
    /// What is right.
    pub text: Note,
    /// The right severity, if that is what was wrong.
    #[schema(value_type = Option<Severity>)]
    #[serde(default, deserialize_with = "optional")]
    pub severity: Option<Severity>,
}

impl Payload for AdverseEventCorrection {}

impl AdverseEventEntry {
    /// An upper bound of its length in bytes: field names, a name and a role beside the text.
    pub(super) fn length(&self) -> usize {
        600 + self.text.as_ref().map_or(0, String::len)
    }
}
