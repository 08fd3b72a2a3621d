//! What is written about many rows at once.

use chrono::{DateTime, Utc};
use entity::{
    clinic::import_row,
    ids::{ImportBatchId, PatientId},
};
use sea_orm::{DbBackend, Statement};
use serde::Serialize;

/// What checking has found in a row.
#[derive(Serialize)]
pub(super) struct Checked {
    pub number: i32,
    pub entries: import_row::ImportEntries,
    pub problems: Option<import_row::ImportProblems>,
    pub suspect: Option<PatientId>,
    pub likely: Option<bool>,
    pub reason: Option<String>,
}

/// Writes what was found in many rows. SeaORM has no update from values, and binds no list with a null in it.
pub(super) fn checked(batch: ImportBatchId, rows: &[Checked]) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update import_row set entries = found.entries, problems = found.problems, suspect_id = found.suspect,
            is_very_likely = found.likely, reason = found.reason, same_as = null
         from jsonb_to_recordset($2)
            as found (number int, entries jsonb, problems jsonb, suspect bigint, likely boolean, reason text)
         where import_row.batch_id = $1 and import_row.number = found.number",
        [batch.into(), serde_json::to_value(rows).unwrap_or_default().into()],
    )
}

/// Writes which rows may be about the person of an earlier one. SeaORM has no update from `unnest`.
pub(super) fn same_rows(batch: ImportBatchId, numbers: Vec<i32>, earlier: Vec<i32>) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update import_row set same_as = found.earlier
         from unnest($2::int[], $3::int[]) as found (number, earlier)
         where import_row.batch_id = $1 and import_row.number = found.number",
        [batch.into(), numbers.into(), earlier.into()],
    )
}

/// How many bytes of a file have arrived, in how many parts, and whether none between them is missing. SeaORM has no
/// length of bytes.
pub(super) fn received(batch: ImportBatchId) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select coalesce(sum(length(data)), 0)::bigint as bytes, count(*) = coalesce(max(number), 0) as is_whole
         from import_part where batch_id = $1",
        [batch.into()],
    )
}

/// Deletes rows and parts whose time is over, and ends the imports that waited for a person. One statement, so that no
/// batch is ended without its rows.
pub(super) fn forget(now: DateTime<Utc>) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "with over as (
            update import_batch set staged_until = null, version = version + 1,
                state = case when state in ('imported', 'undone', 'cancelled') then state else 'cancelled' end
            where staged_until <= $1 and state not in ('importing', 'undoing')
            returning id
         ), parts as (
            delete from import_part where batch_id in (select id from over)
         )
         delete from import_row where batch_id in (select id from over)",
        [now.into()],
    )
}
