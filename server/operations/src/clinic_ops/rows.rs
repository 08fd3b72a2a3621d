//! Copies a clinic's rows from one database to another: first a snapshot, then the changes since. Compares both sides.

use std::time::{Duration, Instant};

use entity::{registry::clinic, words::PlacementKind};
use futures_util::TryStreamExt;
use sqlx::{Executor, postgres::PgConnection};

use super::{ClinicOpsError, sql, table::Table, tables};
use tenancy::SchemaSlot;

/// How long to wait for the tables' locks in all rounds together.
const ROUNDS: Duration = Duration::from_secs(8);

/// Copies all rows of one snapshot. Returns their number, and the transaction id before which no row can have changed
/// since.
pub(super) async fn copy(
    from: &mut PgConnection,
    to: &mut PgConnection,
    tables: &[Table],
    source: &str,
    target: &str,
) -> Result<(u64, i64), ClinicOpsError> {
    from.execute(sql::BEGIN_TO_READ).await?;
    let horizon = sql::horizon().fetch_one(&mut *from).await?;
    to.execute(sql::BEGIN).await?;
    let mut rows = 0;
    for table in tables {
        rows += whole(from, to, table, source, target).await?;
    }
    from.execute(sql::COMMIT).await?;
    to.execute(sql::COMMIT).await?;
    Ok((rows, horizon))
}

async fn whole(
    from: &mut PgConnection,
    to: &mut PgConnection,
    table: &Table,
    source: &str,
    target: &str,
) -> Result<u64, ClinicOpsError> {
    copy_stream(from, to, &sql::copy_out(table, source, &table.columns), &sql::copy_in(table, target)).await
}

async fn copy_stream(
    from: &mut PgConnection,
    to: &mut PgConnection,
    out: &str,
    into: &str,
) -> Result<u64, ClinicOpsError> {
    let mut chunks = from.copy_out_raw(out).await?;
    let mut copy = to.copy_in_raw(into).await?;
    while let Some(chunk) = chunks.try_next().await? {
        copy.send(chunk).await?;
    }
    Ok(copy.finish().await?)
}

/// The rows that the last step of a move has to copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// All rows, because nothing was copied before the fence.
    Whole,
    /// The changes of transactions that were unfinished at `horizon`, or began later.
    Since { horizon: i64, to: PlacementKind },
}

/// Copies what is left. Afterwards both sides are equal, and the role `reader` has no rights on the tables here.
pub(super) async fn copy_left(
    from: &mut PgConnection,
    to: &mut PgConnection,
    tables: &[Table],
    clinic: &clinic::Model,
    reader: &str,
    slot: &SchemaSlot,
    left: Left,
) -> Result<u64, ClinicOpsError> {
    let source = clinic.schema_name.as_str();
    lock_against_writes(from, tables, source).await?;
    to.execute(sql::BEGIN).await?;
    sqlx::raw_sql(sql::VALUE_FORMATS).execute(&mut *from).await?;
    sqlx::raw_sql(sql::VALUE_FORMATS).execute(&mut *to).await?;
    // Deleted rows come first, because a new row may have a deleted row's unique value. Rows that refer to others are
    // deleted before those others.
    if let Left::Since { to: kind, .. } = left {
        for table in tables.iter().rev() {
            match kind {
                PlacementKind::Postgres => removals(from, to, table, source, &slot.schema).await?,
                PlacementKind::Citus => removals_by_key(from, to, table, source, &slot.schema).await?,
            }
        }
    }
    let mut followed = 0;
    for table in tables {
        followed += match left {
            Left::Whole => whole(from, to, table, source, &slot.schema).await?,
            Left::Since { horizon, .. } => changes(from, to, table, source, &slot.schema, horizon).await?,
        };
    }
    for table in tables {
        for column in &table.numbered {
            let next = tables::next_number(from, table, source, column).await?;
            tables::count_on(to, table, &slot.schema, column, next).await?;
        }
        let (here, there) = (print(from, table, source).await?, print(to, table, &slot.schema).await?);
        if here != there {
            return ClinicOpsError::refused(format!("{} differs after the copy: nothing was moved", table.name));
        }
    }
    to.execute(sql::COMMIT).await?;
    close(from, source, reader).await?;
    from.execute(sql::COMMIT).await?;
    Ok(followed)
}

/// Starts a transaction in which nobody else can write into the tables. It waits for active transactions, and later
/// ones wait for it.
///
/// It never waits while it holds a lock: an active transaction may still need that table, and Postgres would end one of
/// the two in a deadlock. So each round waits for only one table, the one that was locked, and takes the others only if
/// they are free.
pub(super) async fn lock_against_writes(
    from: &mut PgConnection,
    tables: &[Table],
    schema: &str,
) -> Result<(), ClinicOpsError> {
    let begun = Instant::now();
    let mut awaited = 0;
    loop {
        from.execute(sql::BEGIN).await?;
        from.execute(sql::LOCK_TIMEOUT).await?;
        match hold(from, tables, schema, awaited).await {
            Ok(()) => return Ok(()),
            Err((busy, error)) if is_locked(&error) && busy != awaited && begun.elapsed() < ROUNDS => awaited = busy,
            Err((_, error)) => return Err(error.into()),
        }
        from.execute(sql::ROLLBACK).await?;
    }
}

/// Waits for one table and takes the others without waiting. On failure returns the table that was not free.
async fn hold(
    from: &mut PgConnection,
    tables: &[Table],
    schema: &str,
    awaited: usize,
) -> Result<(), (usize, sqlx::Error)> {
    let mut order: Vec<_> = (0..tables.len()).collect();
    order[..=awaited].rotate_right(1);
    for number in order {
        let lock = sql::lock_against_writers(&tables[number], schema, number == awaited);
        from.execute(lock).await.map_err(|error| (number, error))?;
    }
    Ok(())
}

/// Whether another transaction holds the lock.
pub(super) fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "55P03")
}

/// Revokes the rights of the role that reads the tables here, because the other side is in use now.
pub(super) async fn close(from: &mut PgConnection, schema: &str, reader: &str) -> Result<(), ClinicOpsError> {
    let tables = sql::table_names(schema).fetch_all(&mut *from).await?;
    for statement in sql::close(schema, &tables, reader) {
        from.execute(statement).await?;
    }
    Ok(())
}

/// Copies the rows written by transactions that were unfinished at the first copy. Some may have been copied already;
/// they are written again unchanged.
async fn changes(
    from: &mut PgConnection,
    to: &mut PgConnection,
    table: &Table,
    source: &str,
    target: &str,
    horizon: i64,
) -> Result<u64, ClinicOpsError> {
    to.execute(sql::CHANGED.create(table, target, &table.columns)).await?;
    let out = sql::copy_out_since(table, source, horizon);
    let rows = copy_stream(from, to, &out, &sql::CHANGED.copy_in(&table.columns)).await?;
    if rows > 0 {
        to.execute(sql::write_changed(table, target)).await?;
    }
    to.execute(sql::CHANGED.drop()).await?;
    Ok(rows)
}

/// One side of a copy.
struct Side<'a> {
    connection: &'a mut PgConnection,
    schema: &'a str,
}

/// Copies a table's keys from one side into a temporary table of the other.
async fn copy_keys(from: Side<'_>, to: Side<'_>, table: &Table) -> Result<(), ClinicOpsError> {
    to.connection.execute(sql::KEPT.create(table, to.schema, &table.key)).await?;
    let out = sql::copy_out(table, from.schema, &table.key);
    copy_stream(from.connection, to.connection, &out, &sql::KEPT.copy_in(&table.key)).await?;
    Ok(())
}

/// Deletes the rows that no longer exist at the source.
async fn removals(
    from: &mut PgConnection,
    to: &mut PgConnection,
    table: &Table,
    source: &str,
    target: &str,
) -> Result<(), ClinicOpsError> {
    copy_keys(Side { connection: from, schema: source }, Side { connection: &mut *to, schema: target }, table).await?;
    to.execute(sql::delete_others(table, target)).await?;
    to.execute(sql::KEPT.drop()).await?;
    Ok(())
}

/// Like [`removals`], for a Citus cluster, which cannot compare its tables with a temporary one. The source finds the
/// keys that it does not have.
async fn removals_by_key(
    from: &mut PgConnection,
    to: &mut PgConnection,
    table: &Table,
    source: &str,
    target: &str,
) -> Result<(), ClinicOpsError> {
    copy_keys(Side { connection: &mut *to, schema: target }, Side { connection: &mut *from, schema: source }, table)
        .await?;
    let removed = sql::keys_of_none(table, source).fetch_all(&mut *from).await?;
    for keys in removed.chunks(1_000) {
        to.execute(sql::delete_keys(table, target, keys)).await?;
    }
    from.execute(sql::KEPT.drop()).await?;
    Ok(())
}

/// A fingerprint of a table's whole content, independent of the order of its rows.
async fn print(
    connection: &mut PgConnection,
    table: &Table,
    schema: &str,
) -> Result<(i64, Option<String>), ClinicOpsError> {
    Ok(sql::fingerprint(table, schema).fetch_one(connection).await?)
}
