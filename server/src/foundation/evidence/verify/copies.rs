//! The files that are kept of what was signed.

use entity::clinic::{consent_copy, estimate_file, signed_copy};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{Check, is_hash};
use crate::foundation::evidence::copy_table;

/// How many copies are read at a time: each is a file.
const FILES: u64 = 4;

/// The copies of signed consents, whose digest is of the file itself.
pub(super) async fn consent_copies(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    use consent_copy::{Column, Entity};
    let mut last = 0;
    loop {
        let next = Entity::find().filter(Column::ConsentId.gt(last)).order_by_asc(Column::ConsentId).limit(FILES);
        let rows = next.all(db).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.consent_id.into();
        for row in &rows {
            check.row("consent_copy", row.consent_id, Some(&row.sha256), |kept| is_hash(&row.file, kept));
        }
    }
}

/// The copies of what was signed, but for consents. The audit has each under the record that it is of.
pub(super) async fn signed_copies(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    use signed_copy::{Column, Entity};
    let mut last = 0;
    loop {
        let rows = Entity::find().filter(Column::Id.gt(last)).order_by_asc(Column::Id).limit(FILES).all(db).await?;
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
        let next = Entity::find().filter(Column::IssueId.gt(last)).order_by_asc(Column::IssueId).limit(FILES);
        let rows = next.all(db).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.issue_id.into();
        for row in &rows {
            check.row("estimate_file", row.issue_id, Some(&row.sha256), |kept| is_hash(&row.file, kept));
        }
    }
}
