//! Charges, their voids, and disputes in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, charge, charge_dispute, charge_void, patient::Records},
    ids::AppointmentId,
};
use rust_decimal::Decimal;
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, Select,
    sea_query::{ExprTrait, SelectStatement},
};
use serde::Deserialize;

use crate::dollars::in_dollars;
use base::permission::{EstimateRead, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, beginning, rows};

/// What charges tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeEntry {
    Charge {
        service: String,
        total: Decimal,
        recorded_by_name: String,
        is_void: bool,
        appointment_id: Option<AppointmentId>,
    },
    ChargeVoid {
        service: String,
        total: Decimal,
        reason: String,
        voided_by_name: String,
        appointment_id: Option<AppointmentId>,
    },
    Dispute {
        beginning: String,
        opened_by_name: String,
        appointment_id: AppointmentId,
    },
    ClosedDispute {
        beginning: String,
        closed_by_name: Option<String>,
        appointment_id: AppointmentId,
    },
}

const fn source(word: &'static str, rows: fn(Records) -> SelectStatement) -> Source {
    Source { word, kind: TimelineKind::Charge, permission: EstimateRead::NAME, rows }
}

impl Entry for ChargeEntry {
    const SOURCES: &'static [Source] = &[
        source("charge", charges),
        source("charge_void", voids),
        source("dispute", disputes),
        source("closed_dispute", closed_disputes),
    ];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let (title, by, state, visit) = match self {
            Self::Charge { service, total, recorded_by_name, is_void, appointment_id } => {
                let state = if is_void { "voided" } else { "recorded" };
                (format!("{service}, {}", in_dollars(total)), Some(recorded_by_name), state, appointment_id)
            }
            Self::ChargeVoid { service, total, reason, voided_by_name, appointment_id } => {
                let title = format!("{service}, {}: {reason}", in_dollars(total));
                (title, Some(voided_by_name), "void", appointment_id)
            }
            Self::Dispute { beginning, opened_by_name, appointment_id } => {
                (beginning, Some(opened_by_name), "disputed", Some(appointment_id))
            }
            Self::ClosedDispute { beginning, closed_by_name, appointment_id } => {
                (beginning, closed_by_name, "dispute_closed", Some(appointment_id))
            }
        };
        Shown {
            title: Some(title),
            by,
            state: Some(state.into()),
            of: visit.map(|id| TimelineKind::Appointment.of(id)),
            ..Shown::default()
        }
    }
}

fn charges(records: Records) -> SelectStatement {
    use charge::Column;
    with_void(JoinType::LeftJoin, records, Column::RecordedAt)
        .column(Column::RecordedByName)
        .expr_as(charge_void::Column::ChargeId.is_not_null(), "is_void")
        .into_query()
}

fn voids(records: Records) -> SelectStatement {
    use charge_void::Column;
    with_void(JoinType::InnerJoin, records, Column::VoidedAt)
        .columns([Column::Reason, Column::VoidedByName])
        .into_query()
}

/// Charges with their voids. JSON would round the total, so it is read as text.
fn with_void(join: JoinType, records: Records, at: impl ColumnTrait) -> Select<charge::Entity> {
    use charge::{Column, Entity};
    let void = Entity::belongs_to(charge_void::Entity).from(Column::Id).to(charge_void::Column::ChargeId);
    rows(Entity::find().join(join, void.into()).filter(records.hold(Column::PatientId)), Column::Id, at)
        .columns([Column::Service, Column::AppointmentId])
        .expr_as(Column::Total.into_expr().cast_as("text"), "total")
}

fn disputes(records: Records) -> SelectStatement {
    use charge_dispute::Column;
    rows(of_visits(records), Column::Id, Column::OpenedAt)
        .columns([Column::OpenedByName, Column::AppointmentId])
        .expr_as(beginning(Column::Note), "beginning")
        .into_query()
}

fn closed_disputes(records: Records) -> SelectStatement {
    use charge_dispute::Column;
    rows(of_visits(records).filter(Column::ClosedAt.is_not_null()), Column::Id, Column::ClosedAt)
        .columns([Column::ClosedByName, Column::AppointmentId])
        .expr_as(beginning(Column::ClosingNote), "beginning")
        .into_query()
}

/// The disputes of a patient's visits.
fn of_visits(records: Records) -> Select<charge_dispute::Entity> {
    use charge_dispute::{Column, Entity};
    let visit = Entity::belongs_to(appointment::Entity).from(Column::AppointmentId).to(appointment::Column::Id);
    Entity::find().join(JoinType::InnerJoin, visit.into()).filter(records.hold(appointment::Column::PatientId))
}
