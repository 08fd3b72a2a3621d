//! Coverage, questions about costs, and how deadlines ended, in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        appointment, audit,
        estimate_clock::{Column, Entity},
        patient::Records,
    },
    ids::AppointmentId,
    words::{ClockCause, ClockEnding, Coverage},
};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, Select,
    sea_query::{BinOper, Expr, ExprTrait, SelectStatement},
};
use serde::Deserialize;

use base::permission::{EstimateRead, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, rows};

/// What owed estimates tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockEntry {
    Coverage {
        coverage: Coverage,
        actor_name: Option<String>,
    },
    CostQuestion {
        cause: ClockCause,
        started_by_name: Option<String>,
        /// The service of the visit. `None` for a question about no visit.
        service: Option<String>,
        appointment_id: Option<AppointmentId>,
    },
    ClosedClock {
        ending: ClockEnding,
        ending_note: Option<String>,
        closed_by_name: Option<String>,
        /// The service of the visit. `None` for a question about no visit.
        service: Option<String>,
        appointment_id: Option<AppointmentId>,
    },
}

const fn source(word: &'static str, rows: fn(Records) -> SelectStatement) -> Source {
    Source { word, kind: TimelineKind::EstimateClock, permission: EstimateRead::NAME, rows }
}

impl Entry for ClockEntry {
    const SOURCES: &'static [Source] =
        &[source("coverage", coverages), source("cost_question", cost_questions), source("closed_clock", closed)];

    fn show(self, _: DateTime<Utc>) -> Shown {
        match self {
            Self::Coverage { coverage, actor_name } => Shown {
                title: Some(coverage.as_str().to_owned()),
                by: actor_name,
                state: Some("coverage".into()),
                ..Shown::default()
            },
            Self::CostQuestion { cause, started_by_name, service, appointment_id } => Shown {
                title: service,
                // A clock that a visit started was started by somebody else than the member who was asked.
                by: started_by_name.filter(|_| cause == ClockCause::Asked),
                state: Some("asked".into()),
                of: appointment_id.map(|id| TimelineKind::Appointment.of(id)),
                ..Shown::default()
            },
            Self::ClosedClock { ending, ending_note, closed_by_name, service, appointment_id } => Shown {
                title: ending_note.or(service),
                by: closed_by_name,
                state: Some(ending.as_str().into()),
                of: appointment_id.map(|id| TimelineKind::Appointment.of(id)),
                ..Shown::default()
            },
        }
    }
}

/// Each time when somebody noted another coverage than before.
fn coverages(records: Records) -> SelectStatement {
    use audit::{Column as Of, Entity as Audit};
    let path = Expr::Constant("{changed,0,to}".into());
    let noted = Of::Detail.into_expr().cast_as("jsonb").binary(BinOper::Custom("#>>"), path);
    // The same coverage again is no change.
    let changed = Audit::done("coverage.update", records.ids()).filter(noted.clone().is_not_null());
    rows(changed, Of::Id, Of::At).column(Of::ActorName).expr_as(noted, "coverage").into_query()
}

fn cost_questions(records: Records) -> SelectStatement {
    let asked = with_visit(records).filter(Column::AskedAt.is_not_null());
    rows(asked, Column::Id, Column::AskedAt)
        .columns([Column::Cause, Column::StartedByName, Column::AppointmentId])
        .column(appointment::Column::Service)
        .into_query()
}

fn closed(records: Records) -> SelectStatement {
    let closed = with_visit(records).filter(Column::ClosedAt.is_not_null());
    rows(closed, Column::Id, Column::ClosedAt)
        .columns([Column::Ending, Column::EndingNote, Column::ClosedByName, Column::AppointmentId])
        .column(appointment::Column::Service)
        .into_query()
}

fn with_visit(records: Records) -> Select<Entity> {
    let visit = Entity::belongs_to(appointment::Entity).from(Column::AppointmentId).to(appointment::Column::Id);
    Entity::find().join(JoinType::LeftJoin, visit.into()).filter(records.hold(Column::PatientId))
}
