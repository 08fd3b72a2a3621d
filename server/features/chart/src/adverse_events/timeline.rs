//! Adverse events in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        Signer,
        adverse_event::{Column, Entity},
        adverse_event_entry,
        patient::Records,
    },
    ids::TreatmentId,
    words::{AdverseEventEntryKind, AdverseEventKind, AdverseEventStatus},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, Order, Query, SelectStatement},
};
use serde::Deserialize;

use base::permission::{AdverseEventRead, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, rows};

/// What adverse events tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventEntry {
    AdverseEvent {
        kind: AdverseEventKind,
        by: String,
        /// As the last follow-up says. `None` without a follow-up.
        status: Option<AdverseEventStatus>,
        treatment_id: Option<TreatmentId>,
    },
}

impl Entry for EventEntry {
    const SOURCES: &'static [Source] = &[Source {
        word: "adverse_event",
        kind: TimelineKind::AdverseEvent,
        permission: AdverseEventRead::NAME,
        rows: events,
    }];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let Self::AdverseEvent { kind, by, status, treatment_id } = self;
        Shown {
            title: Some(kind.as_str().to_owned()),
            by: Some(by),
            state: Some(status.unwrap_or(AdverseEventStatus::Open).as_str().into()),
            of: treatment_id.map(|id| TimelineKind::Treatment.of(id)),
            ..Shown::default()
        }
    }
}

fn events(records: Records) -> SelectStatement {
    rows(Entity::find().filter(records.hold(Column::PatientId)), Column::Id, Column::ReportedAt)
        .columns([Column::Kind, Column::TreatmentId])
        .expr_as(Signer::name_in(Column::Signer), "by")
        .expr_as(Expr::from(last_status()), "status")
        .into_query()
}

/// The status that the last follow-up of the event says.
fn last_status() -> SelectStatement {
    use adverse_event_entry::{Column as Of, Entity as Entries};
    Query::select()
        .column((Entries, Of::Status))
        .from(Entries)
        .and_where(Of::EventId.into_expr().equals((Entity, Column::Id)))
        .and_where(Of::Kind.eq(AdverseEventEntryKind::FollowUp))
        .order_by((Entries, Of::Number), Order::Desc)
        .limit(1)
        .take()
}
