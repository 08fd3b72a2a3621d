//! Addenda in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        Signer,
        addendum::{Column, Entity},
        exam,
        patient::Records,
        treatment,
    },
    ids::{ExamId, TreatmentId},
};
use sea_orm::{EntityTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, sea_query::SelectStatement};
use serde::Deserialize;

use crate::timeline::{Entry, Shown, Source, TimelineKind, rows};
use base::permission::{ExamRead, Permission, TreatmentList};

/// What addenda tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddendumEntry {
    AddendumExam { reason: String, by: String, exam_id: ExamId },
    AddendumTreatment { reason: String, by: String, treatment_id: TreatmentId },
}

impl Entry for AddendumEntry {
    const SOURCES: &'static [Source] = &[
        Source {
            word: "addendum_exam",
            kind: TimelineKind::Addendum,
            permission: ExamRead::NAME,
            rows: addenda_of_exams,
        },
        Source {
            word: "addendum_treatment",
            kind: TimelineKind::Addendum,
            permission: TreatmentList::NAME,
            rows: addenda_of_treatments,
        },
    ];

    fn show(self, _: DateTime<Utc>) -> Shown {
        let (reason, by, of) = match self {
            Self::AddendumExam { reason, by, exam_id } => (reason, by, TimelineKind::Exam.of(exam_id)),
            Self::AddendumTreatment { reason, by, treatment_id } => {
                (reason, by, TimelineKind::Treatment.of(treatment_id))
            }
        };
        Shown { title: Some(reason), by: Some(by), of: Some(of), ..Shown::default() }
    }
}

fn addenda_of_exams(records: Records) -> SelectStatement {
    let exam = Entity::belongs_to(exam::Entity).from(Column::ExamId).to(exam::Column::Id);
    let addenda = Entity::find().join(JoinType::InnerJoin, exam.into()).filter(records.hold(exam::Column::PatientId));
    rows(addenda, Column::Id, Column::CreatedAt)
        .columns([Column::Reason, Column::ExamId])
        .expr_as(Signer::name_in(Column::Signer), "by")
        .into_query()
}

fn addenda_of_treatments(records: Records) -> SelectStatement {
    let treatment = Entity::belongs_to(treatment::Entity).from(Column::TreatmentId).to(treatment::Column::Id);
    let addenda =
        Entity::find().join(JoinType::InnerJoin, treatment.into()).filter(records.hold(treatment::Column::PatientId));
    rows(addenda, Column::Id, Column::CreatedAt)
        .columns([Column::Reason, Column::TreatmentId])
        .expr_as(Signer::name_in(Column::Signer), "by")
        .into_query()
}
