//! Statements that write many rows at once.

use chrono::{DateTime, Utc};
use entity::{
    clinic::import_row,
    ids::{ImportBatchId, PatientId},
};
use sea_orm::{DbBackend, Statement};
use serde::Serialize;

/// The findings of checking a row.
#[derive(Serialize)]
pub(super) struct Checked {
    pub number: i32,
    pub entries: import_row::ImportEntries,
    pub problems: Option<import_row::ImportProblems>,
    pub notices: Option<import_row::ImportProblems>,
    pub suspect: Option<PatientId>,
    pub likely: Option<bool>,
    pub reason: Option<String>,
}

/// Stores the findings of many rows. SeaORM has no update from values, and binds no list with a null in it.
pub(super) fn checked(batch: ImportBatchId, rows: &[Checked]) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update import_row set entries = found.entries, problems = found.problems, notices = found.notices,
            suspect_id = found.suspect,
            is_very_likely = found.likely, reason = found.reason, same_as = null
         from jsonb_to_recordset($2)
            as found (number int, entries jsonb, problems jsonb, notices jsonb, suspect bigint, likely boolean, reason text)
         where import_row.batch_id = $1 and import_row.number = found.number",
        [batch.into(), serde_json::to_value(rows).unwrap_or_default().into()],
    )
}

/// The distinct texts of one column. The place counts from 1. SeaORM does not index into an array.
pub(super) fn column_texts(batch: ImportBatchId, place: i32) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select distinct cells[$2] as text from import_row where batch_id = $1 and cells[$2] is not null",
        [batch.into(), place.into()],
    )
}

/// Stores a person's reading of the dates of these rows. SeaORM has no update from `unnest`.
pub(super) fn date_answers(batch: ImportBatchId, numbers: Vec<i32>, orders: Vec<String>) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update import_row set date_order = answer.date_order
         from unnest($2::int[], $3::text[]) as answer (number, date_order)
         where import_row.batch_id = $1 and import_row.number = answer.number",
        [batch.into(), numbers.into(), orders.into()],
    )
}

/// Stores which rows may have the person of an earlier row. SeaORM has no update from `unnest`.
pub(super) fn same_rows(batch: ImportBatchId, numbers: Vec<i32>, earlier: Vec<i32>) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update import_row set same_as = found.earlier
         from unnest($2::int[], $3::int[]) as found (number, earlier)
         where import_row.batch_id = $1 and import_row.number = found.number",
        [batch.into(), numbers.into(), earlier.into()],
    )
}

/// How many bytes and parts of a file have arrived, and whether none in between is missing. SeaORM has no length of bytes.
pub(super) fn received(batch: ImportBatchId) -> Statement {
    Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select coalesce(sum(length(data)), 0)::bigint as bytes, count(*) = coalesce(max(number), 0) as is_whole
         from import_part where batch_id = $1",
        [batch.into()],
    )
}

/// Deletes expired rows and parts, and ends the imports that waited for a person. One statement, so that no import ends without
/// its rows being deleted.
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
