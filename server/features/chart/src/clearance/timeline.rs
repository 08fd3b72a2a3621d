//! What patients said has changed since their exams, in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::clinic::{
    Signer,
    health_change::{Column, Entity},
    patient::Records,
};
use sea_orm::{EntityTrait, QueryFilter, QuerySelect, QueryTrait, sea_query::SelectStatement};
use serde::Deserialize;

use base::permission::{ExamRead, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, beginning, rows};

/// What patients said has changed, as the timeline is told.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeEntry {
    HealthChange { beginning: String, by: String },
}

impl Entry for ChangeEntry {
    const SOURCES: &'static [Source] = &[Source {
        word: "health_change",
        kind: TimelineKind::HealthChange,
        permission: ExamRead::NAME,
        rows: changes,
    }];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let Self::HealthChange { beginning, by } = self;
        Shown { title: Some(beginning), by: Some(by), ..Shown::default() }
    }
}

fn changes(records: Records) -> SelectStatement {
    rows(Entity::find().filter(records.hold(Column::PatientId)), Column::Id, Column::ReportedAt)
        .expr_as(beginning(Column::Details), "beginning")
        .expr_as(Signer::name_in(Column::Signer), "by")
        .into_query()
}
