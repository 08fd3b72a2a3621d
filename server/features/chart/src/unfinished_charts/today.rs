//! The unfinished charts, as Today shows them.

use chrono::{DateTime, TimeDelta, Utc};
use entity::ids::{MemberId, PatientId};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::query;
use base::error::{Error, Result};
use tenancy::Work;

/// How long finishing a chart may take.
const DUE: TimeDelta = TimeDelta::hours(24);

/// The kind of an unfinished chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum UnfinishedKind {
    /// A completed visit without an entry in the chart.
    Visit,
    /// A returned treatment that its provider has not answered.
    Returned,
    /// An exam without a prescriber's signature.
    Exam,
}

/// A chart that was not finished within 24 hours.
#[derive(Debug, Serialize, ToSchema)]
struct UnfinishedChart {
    kind: UnfinishedKind,
    /// The id of the appointment, the treatment or the exam.
    id: i64,
    patient_id: PatientId,
    patient_name: String,
    /// The responsible member; null for a visit without a provider.
    member_name: Option<String>,
    /// The service or the type of treatment; null for an exam.
    what: Option<String>,
    /// When the visit was completed, the treatment was returned, or the exam was written.
    since: DateTime<Utc>,
}

/// The charts that were not finished within 24 hours.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct UnfinishedCharts {
    /// How many there are.
    total: i64,
    /// The oldest first.
    #[schema(max_items = 50)]
    charts: Vec<UnfinishedChart>,
}

impl UnfinishedCharts {
    /// The patients of these charts.
    pub fn patients(&self) -> impl Iterator<Item = PatientId> {
        self.charts.iter().map(|chart| chart.patient_id)
    }
}

#[derive(FromQueryResult)]
struct Row {
    kind: String,
    id: i64,
    patient_id: PatientId,
    patient_name: String,
    member_name: Option<String>,
    what: Option<String>,
    since: DateTime<Utc>,
    total: i64,
}

/// The charts of one member, or of everybody, that were not finished within 24 hours. Visits from before the clinic used this
/// list are left out.
pub async fn unfinished(work: Work<'_>, member: Option<MemberId>) -> Result<UnfinishedCharts> {
    let statement = query::unfinished(member, work.zone(), work.now - DUE);
    let rows = Row::find_by_statement(statement).all(work.tx).await?;
    let total = rows.first().map_or(0, |row| row.total);
    let charts = rows.into_iter().map(to_wire).collect::<Result<_>>()?;
    Ok(UnfinishedCharts { total, charts })
}

fn to_wire(row: Row) -> Result<UnfinishedChart> {
    let kind = match row.kind.as_str() {
        "visit" => UnfinishedKind::Visit,
        "returned" => UnfinishedKind::Returned,
        "exam" => UnfinishedKind::Exam,
        _ => return Err(Error::Internal("an unfinished chart of an unknown kind".into())),
    };
    Ok(UnfinishedChart {
        kind,
        id: row.id,
        patient_id: row.patient_id,
        patient_name: row.patient_name,
        member_name: row.member_name,
        what: row.what,
        since: row.since,
    })
}
