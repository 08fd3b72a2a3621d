//! Counts waiting jobs for telemetry: by kind, never by clinic.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use entity::clinic::job::{Column, Entity};
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Asterisk, Expr, ExprTrait},
};

use super::registry::{Jobs, OTHER};
use crate::foundation::{telemetry::Metrics, tenancy::ClinicTx};

/// The jobs that a round found waiting.
pub struct Waiting<'j> {
    jobs: &'j Jobs,
    found: BTreeMap<&'static str, (u64, f64)>,
}

impl<'j> Waiting<'j> {
    pub fn new(jobs: &'j Jobs) -> Self {
        Self { jobs, found: BTreeMap::new() }
    }

    /// Counts what is due in one clinic. Returns whether anything is.
    pub async fn count(&mut self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<bool, DbErr> {
        let rows: Vec<(String, i64, DateTime<Utc>)> = Entity::find()
            .select_only()
            .column(Column::Kind)
            .expr(Expr::col(Asterisk).count())
            .expr(Column::RunAt.min())
            .filter(Column::DoneAt.is_null())
            .filter(Column::FailedAt.is_null())
            .filter(Column::RunAt.lte(now))
            .group_by(Column::Kind)
            .into_tuple()
            .all(tx)
            .await?;
        for (kind, due, oldest) in &rows {
            let (jobs, waited) = self.found.entry(self.jobs.label(kind)).or_default();
            *jobs += due.unsigned_abs();
            *waited = waited.max((now - oldest).as_seconds_f64());
        }
        Ok(!rows.is_empty())
    }

    pub fn report_to(&self, metrics: &Metrics) {
        for kind in self.jobs.kinds().chain([OTHER]) {
            let (jobs, waited) = self.found.get(kind).copied().unwrap_or_default();
            metrics.jobs(kind, jobs, waited);
        }
    }
}
