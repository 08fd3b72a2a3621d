//! Notes in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        patient::Records,
        patient_note::{Column, Entity},
    },
    words::NoteKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait, sea_query::SelectStatement};
use serde::Deserialize;

use crate::timeline::{Entry, Shown, Source, TimelineKind, beginning, rows};
use base::permission::{PatientNoteRead, PatientNoteWrite, Permission};

/// What notes tell the timeline. A removed note stands at the time of its removal.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteEntry {
    Note { kind: NoteKind, beginning: String, author_name: String },
    Removed { kind: NoteKind, beginning: String, removed_by: Option<String> },
}

impl Entry for NoteEntry {
    const SOURCES: &'static [Source] = &[
        Source { word: "note", kind: TimelineKind::Note, permission: PatientNoteRead::NAME, rows: notes },
        Source { word: "removed", kind: TimelineKind::Removed, permission: PatientNoteWrite::NAME, rows: removed },
    ];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let (kind, beginning, by) = match self {
            Self::Note { kind, beginning, author_name } => (kind, beginning, Some(author_name)),
            Self::Removed { kind, beginning, removed_by } => (kind, beginning, removed_by),
        };
        Shown { title: Some(beginning), by, state: Some(kind.as_str().into()), ..Shown::default() }
    }
}

fn notes(records: Records) -> SelectStatement {
    let notes = Entity::find().filter(records.hold(Column::PatientId)).filter(Column::RemovedAt.is_null());
    rows(notes, Column::Id, Column::CreatedAt)
        .columns([Column::Kind, Column::AuthorName])
        .expr_as(beginning(Column::Body), "beginning")
        .into_query()
}

fn removed(records: Records) -> SelectStatement {
    let removed = Entity::find().filter(records.hold(Column::PatientId)).filter(Column::RemovedAt.is_not_null());
    rows(removed, Column::Id, Column::RemovedAt)
        .columns([Column::Kind, Column::RemovedBy])
        .expr_as(beginning(Column::Body), "beginning")
        .into_query()
}
