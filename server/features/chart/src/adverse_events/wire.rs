//! The wire types of adverse events.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::adverse_event_entry,
    ids::{AdverseEventEntryId, AdverseEventId, MemberId, PatientId, TreatmentId},
    words::{AdverseEventEntryKind, AdverseEventKind, AdverseEventStatus, Severity},
};
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use http_api::fields::{Day, Line, Note};

/// An adverse event as it stands now, without its texts.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
pub struct ListedAdverseEvent {
    pub id: AdverseEventId,
    pub patient_id: PatientId,
    pub patient_name: String,
    #[schema(required)]
    pub treatment_id: Option<TreatmentId>,
    pub treatment_type: Option<String>,
    /// By the clinic's calendar.
    pub began_on: NaiveDate,
    pub kind: AdverseEventKind,
    /// From the last correction, or else from the report.
    pub severity: Severity,
    pub status: AdverseEventStatus,
    /// The day of the next follow-up, by the clinic's calendar.
    pub follow_up_on: Option<NaiveDate>,
    pub reported_at: DateTime<Utc>,
    /// By name.
    pub reported_by: String,
    #[serde(skip)]
    pub reporter_id: MemberId,
    /// When a director acknowledged it. Null if no director has.
    pub acknowledged_at: Option<DateTime<Utc>>,
    /// By name.
    pub acknowledged_by: Option<String>,
}

/// An adverse event with its report and its entries.
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

/// An entry about an adverse event.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdverseEventEntry {
    id: AdverseEventEntryId,
    kind: AdverseEventEntryKind,
    /// Set for a follow-up.
    status: Option<AdverseEventStatus>,
    /// Set for a correction of the severity.
    severity: Option<Severity>,
    /// Set for a correction.
    reason: Option<String>,
    /// Null for an acknowledgment.
    text: Option<String>,
    /// Set for a follow-up.
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
    pub patient_id: PatientId,
    /// The patient's treatment that the event followed, if known.
    pub treatment_id: Option<TreatmentId>,
    /// By the clinic's calendar, not in the future.
    pub began_on: Day,
    pub kind: AdverseEventKind,
    /// What happened.
    pub details: Note,
    pub severity: Severity,
    /// What was done about it.
    pub action: Note,
    /// The day of the next follow-up, by the clinic's calendar.
    pub follow_up_on: Option<Day>,
}

/// How an adverse event goes on, or how it ended.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAdverseEventFollowUp {
    pub status: AdverseEventStatus,
    pub text: Note,
    /// The day of the next follow-up, by the clinic's calendar. Refused for an event that is over.
    pub follow_up_on: Option<Day>,
}

/// A correction of an error in the report of an adverse event, or in an entry about it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdverseEventCorrection {
    /// Why it is corrected.
    pub reason: Line,
    /// What is right.
    pub text: Note,
    /// The right severity, if that is what was wrong.
    #[schema(value_type = Option<Severity>)]
    pub severity: Option<Severity>,
}

impl AdverseEventEntry {
    /// An upper bound of the entry's length in bytes: the text, the field names, a name and a role.
    pub(super) fn length(&self) -> usize {
        600 + self.text.as_ref().map_or(0, String::len)
    }
}
