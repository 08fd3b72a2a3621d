//! Points in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        loyalty_entry::{Column, Entity},
        member,
        patient::Records,
    },
    ids::TreatmentId,
    words::LoyaltyKind,
};
use sea_orm::{EntityTrait, QueryFilter, QuerySelect, QueryTrait, sea_query::SelectStatement};
use serde::Deserialize;

use base::permission::{LoyaltyBalanceRead, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, rows};

/// What entries of points tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointsEntry {
    Points {
        kind: LoyaltyKind,
        points: i32,
        reason: Option<String>,
        /// The service that earned them.
        service: Option<String>,
        by: Option<String>,
        treatment_id: Option<TreatmentId>,
    },
}

impl Entry for PointsEntry {
    const SOURCES: &'static [Source] =
        &[Source { word: "points", kind: TimelineKind::Points, permission: LoyaltyBalanceRead::NAME, rows: entries }];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let Self::Points { kind, points, reason, service, by, treatment_id } = self;
        Shown {
            title: reason.or(service),
            by,
            state: Some(kind.as_str().into()),
            of: treatment_id.map(|id| TimelineKind::Treatment.of(id)),
            points: Some(points),
            ..Shown::default()
        }
    }
}

fn entries(records: Records) -> SelectStatement {
    rows(Entity::find().filter(records.hold(Column::PatientId)), Column::Id, Column::CreatedAt)
        .columns([Column::Kind, Column::Points, Column::Reason, Column::Service, Column::TreatmentId])
        .expr_as(member::Entity::name_of(Column::MemberId), "by")
        .into_query()
}
