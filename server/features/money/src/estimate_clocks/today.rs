//! The due estimates, as Today shows them.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    ids::{AppointmentId, PatientId},
    words::ClockCause,
};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::{clocks::closed_days, sql, wire::EstimateClock};
use base::error::Result;
use tenancy::Work;

/// The most clients that are listed.
const MAX_ROWS: u64 = 50;

/// How a deadline relates to today.
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
    patient_id: PatientId,
    patient_name: String,
    /// The visit of the estimate that is due first; null for a question without a visit.
    #[schema(required)]
    appointment_id: Option<AppointmentId>,
    starts_at: Option<DateTime<Utc>>,
    cause: ClockCause,
    due_on: NaiveDate,
    when: DueWhen,
    /// How many estimates are due for this client.
    estimates: i64,
}

/// The estimates that are overdue or due until the next business day.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct EstimateClocksDue {
    /// How many clients there are.
    total: i64,
    /// Ordered by deadline, the earliest first.
    #[schema(max_items = 50)]
    clients: Vec<EstimateClockDue>,
}

impl EstimateClocksDue {
    /// The patients of these estimates.
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

pub async fn clocks_due(work: Work<'_>) -> Result<EstimateClocksDue> {
    let (tx, today) = (work.tx, work.today());
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
