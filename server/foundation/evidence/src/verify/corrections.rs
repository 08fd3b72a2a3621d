//! Addenda, voids and returns, each bound to its record.

use std::collections::HashMap;

use entity::{
    clinic::{addendum, exam, record_void, treatment, treatment_return, treatment_return_answer},
    ids::{ExamId, TreatmentId},
};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter};

use super::{Check, is_hash, page};
use crate::{Content, records};

/// The contents of exams and treatments, to which addenda and voids are bound.
struct Corrected {
    exams: HashMap<ExamId, Content>,
    treatments: HashMap<TreatmentId, Content>,
}

impl Corrected {
    /// The records that these rows name, each by one of its two ids.
    async fn load(
        db: &impl ConnectionTrait,
        named: impl Iterator<Item = (Option<ExamId>, Option<TreatmentId>)> + Clone,
    ) -> Result<Self, DbErr> {
        let of = named.clone().filter_map(|(exam, _)| exam);
        let exams = exam::Entity::find().filter(exam::Column::Id.is_in(of)).all(db).await?;
        let of = named.filter_map(|(_, treatment)| treatment);
        let treatments = treatment::Entity::find().filter(treatment::Column::Id.is_in(of)).all(db).await?;
        Ok(Self {
            exams: exams.iter().map(|row| (row.id, records::exam(row))).collect(),
            treatments: treatments.iter().map(|row| (row.id, records::treatment(row))).collect(),
        })
    }

    fn content(&self, exam: Option<ExamId>, treatment: Option<TreatmentId>) -> Option<&Content> {
        let of_exam = exam.and_then(|id| self.exams.get(&id));
        of_exam.or_else(|| treatment.and_then(|id| self.treatments.get(&id)))
    }
}

pub(super) async fn addenda(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<addendum::Entity>(db, check, &["addendum"], addendum::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        let corrected = Corrected::load(db, rows.iter().map(|row| (row.exam_id, row.treatment_id))).await?;
        for row in &rows {
            let is_same = is_hash(&row.signature, &row.signature_sha256);
            let content = corrected.content(row.exam_id, row.treatment_id).map(|of| records::addendum(row, of));
            check.row("addendum", row.id, Some(&row.content_digest), |kept| {
                is_same && content.is_some_and(|content| content.digest() == kept)
            });
        }
    }
}

pub(super) async fn voids(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<record_void::Entity>(db, check, &["record_void"], record_void::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        let corrected = Corrected::load(db, rows.iter().map(|row| (row.exam_id, row.treatment_id))).await?;
        for row in &rows {
            let content = corrected.content(row.exam_id, row.treatment_id).map(|of| records::record_void(row, of));
            check.row("record_void", row.id, Some(&row.content_digest), |kept| {
                content.is_some_and(|content| content.digest() == kept)
            });
        }
    }
}

/// Treatments that were returned to their provider, with the end of each return.
pub(super) async fn returns(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<treatment_return::Entity>(
            db,
            check,
            &["treatment_return", "treatment_return_answer"],
            treatment_return::Column::Id,
            last,
        )
        .await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let answers = treatment_return_answer::Entity::find()
            .filter(treatment_return_answer::Column::ReturnId.is_in(rows.iter().map(|row| row.id)))
            .all(db)
            .await?;
        last = newest.id.into();
        let treatments = treatment::Entity::find()
            .filter(treatment::Column::Id.is_in(rows.iter().map(|row| row.treatment_id)))
            .all(db)
            .await?;
        for row in &rows {
            let treatment = treatments.iter().find(|treatment| treatment.id == row.treatment_id);
            let content = treatment.map(|of| records::treatment_return(row, of));
            check.row("treatment_return", row.id, Some(&row.content_digest), |kept| {
                content.is_some_and(|content| content.digest() == kept)
            });
            let Some(answer) = answers.iter().find(|answer| answer.return_id == row.id) else { continue };
            let content = records::treatment_return_answer(answer, row);
            check.content("treatment_return_answer", row.id, Some(&answer.content_digest), &content);
        }
    }
}
