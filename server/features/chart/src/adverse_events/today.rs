//! The adverse events that need action: a director's acknowledgment, or a follow-up by whoever looks after the patient.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    ids::{AdverseEventId, PatientId},
    words::{AdverseEventKind, Severity},
};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::{sql, wire::ListedAdverseEvent};
use base::error::Result;
use tenancy::ClinicTx;

/// An adverse event that needs action.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdverseEventToSee {
    event_id: AdverseEventId,
    pub patient_id: PatientId,
    patient_name: String,
    kind: AdverseEventKind,
    severity: Severity,
    reported_at: DateTime<Utc>,
    /// By name.
    reported_by: String,
    /// Whether a director has to acknowledge it.
    to_acknowledge: bool,
    /// The day of the next follow-up, if it is due.
    follow_up_on: Option<NaiveDate>,
}

/// The events that a director has to acknowledge, if `for_director`, and those with a follow-up due by `due_until`. The oldest first.
pub async fn to_see(tx: &ClinicTx, for_director: bool, due_until: Option<NaiveDate>) -> Result<Vec<AdverseEventToSee>> {
    let rows = ListedAdverseEvent::find_by_statement(sql::to_see(for_director, due_until)).all(tx).await?;
    let to_wire = |row: ListedAdverseEvent| AdverseEventToSee {
        event_id: row.id,
        patient_id: row.patient_id,
        patient_name: row.patient_name,
        kind: row.kind,
        severity: row.severity,
        reported_at: row.reported_at,
        reported_by: row.reported_by,
        to_acknowledge: for_director && row.acknowledged_at.is_none(),
        follow_up_on: row.follow_up_on.filter(|day| due_until.is_some_and(|until| *day <= until)),
    };
    Ok(rows.into_iter().map(to_wire).collect())
}
