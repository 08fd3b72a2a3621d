//! Messages about visits in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        message::{Column, Entity},
        patient::Records,
    },
    ids::{AppointmentId, ConsentId},
    words::{MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, Func, SelectStatement},
};
use serde::Deserialize;

use base::permission::{MessageRead, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, rows};

/// What messages about visits tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageEntry {
    MessageVisit {
        kind: MessageKind,
        status: MessageStatus,
        reason: Option<MessageReason>,
        appointment_id: Option<AppointmentId>,
        consent_id: Option<ConsentId>,
    },
}

impl Entry for MessageEntry {
    const SOURCES: &'static [Source] =
        &[Source { word: "message_visit", kind: TimelineKind::Message, permission: MessageRead::NAME, rows: messages }];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let Self::MessageVisit { kind, status, reason, appointment_id, consent_id } = self;
        let visit = appointment_id.map(|id| TimelineKind::Appointment.of(id));
        let state = match reason {
            Some(reason) => format!("{}: {}", status.as_str(), reason.as_str()).into(),
            None => status.as_str().into(),
        };
        Shown {
            title: Some(kind.as_str().to_owned()),
            state: Some(state),
            of: visit.or_else(|| consent_id.map(|id| TimelineKind::Consent.of(id))),
            ..Shown::default()
        }
    }
}

/// A message stands at the time when it was sent, or is due.
fn messages(records: Records) -> SelectStatement {
    let at = Func::coalesce([Column::SentAt.into_expr(), Column::DueAt.into_expr()]);
    rows(Entity::find().filter(records.hold(Column::PatientId)), Column::Id, Expr::from(at))
        .columns([Column::Kind, Column::Status, Column::Reason, Column::AppointmentId, Column::ConsentId])
        .into_query()
}
