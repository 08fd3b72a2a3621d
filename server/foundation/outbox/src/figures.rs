//! Counts waiting jobs for telemetry: by kind, never by clinic.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use entity::clinic::job::{Column, Entity};
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Asterisk, Expr, ExprTrait},
};

use super::{
    LaneKind,
    registry::{Jobs, OTHER},
};
use telemetry::Metrics;
use tenancy::ClinicTx;

/// The jobs that a round found waiting.
pub struct Waiting<'j> {
    jobs: &'j Jobs,
    found: BTreeMap<&'static str, (u64, f64)>,
}

/// The jobs that are due in one clinic: kinds, how many of each, and when the first of each was due.
pub struct Due(Vec<(String, i64, DateTime<Utc>)>);

impl Due {
    /// Reads the due jobs of the clinic.
    pub async fn read(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Self, DbErr> {
        let rows = Entity::find()
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
        Ok(Self(rows))
    }
}

impl<'j> Waiting<'j> {
    pub fn new(jobs: &'j Jobs) -> Self {
        Self { jobs, found: BTreeMap::new() }
    }

    /// Adds the jobs that are due in one clinic. Returns the lanes in which a job is due.
    pub fn add(&mut self, due: &Due, now: DateTime<Utc>) -> BTreeSet<LaneKind> {
        let mut lanes = BTreeSet::new();
        for (kind, due, oldest) in &due.0 {
            let (jobs, waited) = self.found.entry(self.jobs.label(kind)).or_default();
            *jobs += due.unsigned_abs();
            *waited = waited.max((now - oldest).as_seconds_f64());
            lanes.insert(self.jobs.lane(kind));
        }
        lanes
    }

    pub fn report_to(&self, metrics: &Metrics) {
        for kind in self.jobs.kinds().chain([OTHER]) {
            let (jobs, waited) = self.found.get(kind).copied().unwrap_or_default();
            metrics.jobs(kind, jobs, waited);
        }
    }
}
