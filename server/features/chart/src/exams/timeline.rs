//! Exams in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::clinic::{
    Signer,
    exam::{Column, Entity},
    exam_signature, member,
    patient::Records,
};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, Func, SelectStatement},
};
use serde::Deserialize;

use base::permission::{ExamRead, Permission};
use people::{
    corrections,
    timeline::{Entry, Shown, Source, TimelineKind, rows},
};

/// What exams tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExamEntry {
    Exam {
        by: String,
        is_void: bool,
        /// Whether a prescriber has signed it.
        is_signed: bool,
    },
}

impl Entry for ExamEntry {
    const SOURCES: &'static [Source] =
        &[Source { word: "exam", kind: TimelineKind::Exam, permission: ExamRead::NAME, rows: exams }];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let Self::Exam { by, is_void, is_signed } = self;
        let state = if is_void { Some("voided") } else { is_signed.then_some("signed") };
        Shown { by: Some(by), state: state.map(Into::into), ..Shown::default() }
    }
}

fn exams(records: Records) -> SelectStatement {
    let signature = Entity::belongs_to(exam_signature::Entity).from(Column::Id).to(exam_signature::Column::ExamId);
    let exams = Entity::find().join(JoinType::LeftJoin, signature.into()).filter(records.hold(Column::PatientId));
    let by = Func::coalesce([Signer::name_in(Column::Signer), member::Entity::name_of(Column::ExaminerId)]);
    rows(exams, Column::Id, Column::CreatedAt)
        .expr_as(by, "by")
        .expr_as(Expr::exists(corrections::void_of_exam()), "is_void")
        .expr_as(exam_signature::Column::ExamId.is_not_null(), "is_signed")
        .into_query()
}
