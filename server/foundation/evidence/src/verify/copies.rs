//! The stored files of signed content.

use entity::{
    clinic::{consent_copy, estimate_file, signed_copy},
    words::SignedKind,
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, sea_query::Expr,
};

use super::{Check, PAGE, is_hash, page_of};
use crate::copy_table;

/// How many copies are read at a time. Each is a file.
const FILES: u64 = 4;

/// The copies of signed consents, whose digest is of the file itself.
pub(super) async fn consent_copies(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    use consent_copy::{Column, Entity};
    let mut last = 0;
    loop {
        let rows = page_of::<Entity>(db, check, &["consent_copy"], Column::ConsentId, FILES, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.consent_id.into();
        for row in &rows {
            check.row("consent_copy", row.consent_id, Some(&row.sha256), |kept| is_hash(&row.file, kept));
        }
    }
}

/// The copies of signed records other than consents. The audit names each by the record that was signed.
pub(super) async fn signed_copies(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    use signed_copy::Column::{EstimateId, ExamId, TreatmentId};
    let [treatment, approval, exam, examiner, estimate] =
        [SignedKind::Treatment, SignedKind::Approval, SignedKind::Exam, SignedKind::Examiner, SignedKind::Estimate]
            .map(copy_table);
    if check.wanted.is_none() {
        return copies_of(db, check, None).await;
    }
    for (column, names) in
        [(TreatmentId, [treatment, approval]), (ExamId, [exam, examiner]), (EstimateId, [estimate; 2])]
    {
        let mut last = 0;
        while let Some(records) = check.wanted.as_ref().map(|wanted| wanted.next(&names, last, PAGE)) {
            let Some(newest) = records.last().copied() else { break };
            last = newest;
            copies_of(db, check, Some(column.is_in(records))).await?;
        }
    }
    Ok(())
}

/// The copies of these records, or of all.
async fn copies_of(db: &impl ConnectionTrait, check: &mut Check, of: Option<Expr>) -> Result<(), DbErr> {
    use signed_copy::{Column, Entity};
    let mut last = 0;
    loop {
        let next = Entity::find().filter(Column::Id.gt(last)).apply_if(of.clone(), QueryFilter::filter);
        let rows = next.order_by_asc(Column::Id).limit(FILES).all(db).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        for row in &rows {
            let record =
                row.treatment_id.map(i64::from).or(row.exam_id.map(i64::from)).or(row.estimate_id.map(i64::from));
            let record = record.unwrap_or_default();
            check.row(copy_table(row.kind), record, Some(&row.sha256), |kept| is_hash(&row.file, kept));
        }
    }
}

/// The PDFs of issued estimates.
pub(super) async fn estimate_files(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    use estimate_file::{Column, Entity};
    let mut last = 0;
    loop {
        let rows = page_of::<Entity>(db, check, &["estimate_file"], Column::IssueId, FILES, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.issue_id.into();
        for row in &rows {
            check.row("estimate_file", row.issue_id, Some(&row.sha256), |kept| is_hash(&row.file, kept));
        }
    }
}
