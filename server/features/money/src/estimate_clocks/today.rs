//! The estimates that are due as Today shows them.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    ids::{AppointmentId, PatientId},
    words::ClockCause,
};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::{clocks::closed_days, sql, wire::EstimateClock};
use crate::foundation::{error::Result, tenancy::ClinicTx};

/// What is listed at most.
const MAX_ROWS: u64 = 50;

/// How a day on which an estimate is due lies to today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DueWhen {
    Overdue,
    Today,
    /// Tomorrow, or the next business day.
    Next,
}

/// A client to whom an estimate is owed.
#[derive(Debug, Serialize, ToSchema)]
struct EstimateClockDue {
    #[schema(value_type = i64)]
    patient_id: PatientId,
    patient_name: String,
    /// The visit of the estimate that is due first; null for a question about none.
    #[schema(value_type = Option<i64>, required)]
    appointment_id: Option<AppointmentId>,
    #[schema(required)]
    starts_at: Option<DateTime<Utc>>,
    cause: ClockCause,
    due_on: NaiveDate,
    when: DueWhen,
    /// How many estimates are due for this client.
    estimates: i64,
}

/// The estimates that are due until the next business day, or were before.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct EstimateClocksDue {
    /// How many clients there are.
    total: i64,
    /// The one that is due first comes first.
    #[schema(max_items = 50)]
    clients: Vec<EstimateClockDue>,
}

impl EstimateClocksDue {
    /// Whose estimates these are.
    pub fn patients(&self) -> impl Iterator<Item = PatientId> {
        self.clients.iter().map(|client| client.patient_id)
    }
}

#[derive(FromQueryResult)]
struct Row {
    #[sea_orm(nested)]
    clock: EstimateClock,
    of_patient: i64,
    total: i64,
}

/// # Errors
/// When the database is out of reach.
pub async fn clocks_due(tx: &ClinicTx, now: DateTime<Utc>, zone: Tz) -> Result<EstimateClocksDue> {
    let today = now.with_timezone(&zone).date_naive();
    let next = closed_days(tx, today).await?.after(today, 1);
    let rows = Row::find_by_statement(sql::due(next, MAX_ROWS)).all(tx).await?;
    let total = rows.first().map_or(0, |row| row.total);
    let to_wire = |Row { clock, of_patient, .. }| EstimateClockDue {
        patient_id: clock.patient_id,
        patient_name: clock.patient_name,
        appointment_id: clock.appointment_id,
        starts_at: clock.starts_at,
        cause: clock.cause,
        due_on: clock.due_on,
        when: match clock.due_on.cmp(&today) {
            std::cmp::Ordering::Less => DueWhen::Overdue,
            std::cmp::Ordering::Equal => DueWhen::Today,
            std::cmp::Ordering::Greater => DueWhen::Next,
        },
        estimates: of_patient,
    };
    Ok(EstimateClocksDue { total, clients: rows.into_iter().map(to_wire).collect() })
}
