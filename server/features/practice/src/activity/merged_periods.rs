//! The periods in which one patient's record was merged into another. Somebody who opened the other record in such a period
//! has seen both, although the log names only the other record.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use entity::{
    clinic::{audit::Column, patient_merge},
    ids::PatientId,
};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter,
    sea_query::{Expr, extension::postgres::PgExpr},
};

use base::error::Result;
use tenancy::ClinicTx;

/// The time from a merge to its undoing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MergedPeriod {
    pub by: PatientId,
    from: DateTime<Utc>,
    /// `None` if the merge was not undone.
    until: Option<DateTime<Utc>>,
}

impl MergedPeriod {
    /// Matches the audit rows about the holding record in this period.
    pub fn condition(&self) -> Condition {
        Condition::all()
            .add(Expr::col(Column::PatientIds).contains(vec![self.by]))
            .add(Column::At.gte(self.from))
            .add_option(self.until.map(|until| Column::At.lte(until)))
    }

    /// The part of this period in which `merge` was in force as well.
    fn within(&self, merge: &patient_merge::Model) -> Option<Self> {
        let until = [self.until, merge.undone_at].into_iter().flatten().min();
        let both = Self { by: merge.survivor_id, from: self.from.max(merge.merged_at), until };
        both.until.is_none_or(|until| both.from <= until).then_some(both)
    }
}

/// The periods in which other records held this patient's record, directly or through further merges.
pub async fn merged_periods(tx: &ClinicTx, id: PatientId) -> Result<Vec<MergedPeriod>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![MergedPeriod { by: id, from: DateTime::<Utc>::MIN_UTC, until: None }];
    while !open.is_empty() {
        let of = patient_merge::Column::MergedId.is_in(open.iter().map(|period| period.by));
        let merges = patient_merge::Entity::find().filter(of).all(tx).await?;
        let next = merges.iter().flat_map(|merge| {
            let holds = open.iter().filter(|period| period.by == merge.merged_id);
            holds.filter_map(|period| period.within(merge)).map(|period| (merge.id, period))
        });
        open = next.filter(|period| seen.insert(*period)).map(|(_, period)| period).collect();
        found.extend(&open);
    }
    Ok(found)
}
