//! The adverse events that wait for somebody: for a director until one has acknowledged them, and for whoever looks after the patient
//! on the day of the next follow-up.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    ids::{AdverseEventId, PatientId},
    words::{AdverseEventKind, Severity},
};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::{sql, wire::ListedAdverseEvent};
use crate::foundation::{error::Result, tenancy::ClinicTx};

/// An adverse event that waits for somebody.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdverseEventToSee {
    #[schema(value_type = i64)]
    event_id: AdverseEventId,
    #[schema(value_type = i64)]
    pub patient_id: PatientId,
    patient_name: String,
    kind: AdverseEventKind,
    severity: Severity,
    reported_at: DateTime<Utc>,
    /// By name.
    reported_by: String,
    /// Whether it waits for a director.
    to_acknowledge: bool,
    /// The day of the next follow-up, where it has come.
    #[schema(required)]
    follow_up_on: Option<NaiveDate>,
}

/// What waits for a director, if those are wanted, and what is to be followed up until a day, if those are: the oldest first.
///
/// # Errors
/// When the database is out of reach.
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
