//! Copies a clinic's rows from one database to another: the rows of one moment, the changes since, and the
//! comparison of both sides.

use std::time::{Duration, Instant};

use entity::registry::clinic;
use futures_util::TryStreamExt;
use migration::role_isolation::quoted;
use sqlx::{AssertSqlSafe, Executor, postgres::PgConnection};

use super::{
    ClinicOpsError,
    tables::{self, FORMS, Table, listed},
};
use crate::foundation::tenancy::SchemaSlot;

/// How long to wait for the tables' locks.
pub(super) const PATIENCE: &str = "set local lock_timeout to 8000";

/// The same for all rounds together.
const ROUNDS: Duration = Duration::from_secs(8);

/// Copies all rows of one moment; returns how many, and the transaction id before which nothing can have
/// changed.
pub(super) async fn copy(
    from: &mut PgConnection,
    to: &mut PgConnection,
    tables: &[Table],
    source: &str,
    target: &str,
) -> Result<(u64, i64), ClinicOpsError> {
    from.execute("begin isolation level repeatable read read only").await?;
    // The oldest transaction that was not finished at this moment, as rows store it: in 32 bits.
    let horizon: i64 =
        sqlx::query_scalar("select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::bigint")
            .fetch_one(&mut *from)
            .await?;
    to.execute("begin").await?;
    let mut rows = 0;
    for table in tables {
        let columns = listed(&table.columns);
        let out = format!("copy (select {columns} from {}) to stdout", table.in_schema(source));
        let into = format!("copy {} ({columns}) from stdin", table.in_schema(target));
        rows += pour(from, to, &out, &into).await?;
    }
    from.execute("commit").await?;
    to.execute("commit").await?;
    Ok((rows, horizon))
}

async fn pour(from: &mut PgConnection, to: &mut PgConnection, out: &str, into: &str) -> Result<u64, ClinicOpsError> {
    let mut chunks = from.copy_out_raw(out).await?;
    let mut copy = to.copy_in_raw(into).await?;
    while let Some(chunk) = chunks.try_next().await? {
        copy.send(chunk).await?;
    }
    Ok(copy.finish().await?)
}

/// Copies what has changed since. Afterwards both sides are equal and the clinic's role has no rights here.
pub(super) async fn follow(
    from: &mut PgConnection,
    to: &mut PgConnection,
    tables: &[Table],
    clinic: &clinic::Model,
    room: &SchemaSlot,
    horizon: i64,
) -> Result<u64, ClinicOpsError> {
    let source = clinic.schema_name.as_str();
    stand_still(from, tables, source).await?;
    to.execute("begin").await?;
    sqlx::raw_sql(FORMS).execute(&mut *from).await?;
    sqlx::raw_sql(FORMS).execute(&mut *to).await?;
    // Removed rows first: a new row may have a removed one's unique value. Rows that refer to others are
    // removed before those.
    for table in tables.iter().rev() {
        removals(from, to, table, source, &room.schema).await?;
    }
    let mut followed = 0;
    for table in tables {
        followed += changes(from, to, table, source, &room.schema, horizon).await?;
    }
    for table in tables {
        for column in &table.numbered {
            let next = tables::next_number(from, table, source, column).await?;
            tables::count_on(to, table, &room.schema, column, next).await?;
        }
        let (here, there) = (print(from, table, source).await?, print(to, table, &room.schema).await?);
        if here != there {
            return ClinicOpsError::refused(format!("{} differs after the copy: nothing was moved", table.name));
        }
    }
    to.execute("commit").await?;
    close(from, source).await?;
    from.execute("commit").await?;
    Ok(followed)
}

/// Starts a transaction in which nobody else can write into the tables: it waits for transactions at work
/// there, and later ones wait until it ends.
///
/// It never waits while it holds a lock: a transaction at work may still need that table, and Postgres would
/// end one of two that wait for each other. So each round waits for one table, the one that was locked, and
/// takes the others only if it gets them at once.
pub(super) async fn stand_still(from: &mut PgConnection, tables: &[Table], schema: &str) -> Result<(), ClinicOpsError> {
    let begun = Instant::now();
    let mut awaited = 0;
    loop {
        from.execute("begin").await?;
        from.execute(PATIENCE).await?;
        match hold(from, tables, schema, awaited).await {
            Ok(()) => return Ok(()),
            Err((busy, error)) if is_locked(&error) && busy != awaited && begun.elapsed() < ROUNDS => awaited = busy,
            Err((_, error)) => return Err(error.into()),
        }
        from.execute("rollback").await?;
    }
}

/// Waits for one table and takes the others, or returns which of them it did not get.
async fn hold(
    from: &mut PgConnection,
    tables: &[Table],
    schema: &str,
    awaited: usize,
) -> Result<(), (usize, sqlx::Error)> {
    let mut order: Vec<_> = (0..tables.len()).collect();
    order[..=awaited].rotate_right(1);
    for number in order {
        let at_once = if number == awaited { "" } else { "nowait" };
        let statement = format!("lock table {} in exclusive mode {at_once}", tables[number].in_schema(schema));
        from.execute(AssertSqlSafe(statement)).await.map_err(|error| (number, error))?;
    }
    Ok(())
}

/// Another transaction holds the lock.
pub(super) fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "55P03")
}

/// Revokes the clinic's role's rights on its tables here, because the other side is valid now.
pub(super) async fn close(from: &mut PgConnection, schema: &str) -> Result<(), ClinicOpsError> {
    let quoted = quoted(schema);
    for statement in [
        format!("revoke all on all tables in schema {quoted} from {quoted}"),
        format!("revoke usage on schema {quoted} from {quoted}"),
    ] {
        from.execute(AssertSqlSafe(statement)).await?;
    }
    Ok(())
}

/// Rows written by transactions that the copy did not see as finished, and perhaps a few more.
async fn changes(
    from: &mut PgConnection,
    to: &mut PgConnection,
    table: &Table,
    source: &str,
    target: &str,
    horizon: i64,
) -> Result<u64, ClinicOpsError> {
    let columns = listed(&table.columns);
    to.execute(AssertSqlSafe(format!(
        "create temporary table changed on commit drop as select {columns} from {} with no data",
        table.in_schema(target)
    )))
    .await?;
    // `age` counts back from now: a frozen row has the highest age.
    let out = format!(
        "copy (select {columns} from {} where age(xmin) <= age('{horizon}'::xid)) to stdout",
        table.in_schema(source)
    );
    let rows = pour(from, to, &out, &format!("copy changed ({columns}) from stdin")).await?;
    if rows > 0 {
        let sets: Vec<_> = table
            .columns
            .iter()
            .filter(|column| !table.key.contains(column))
            .map(|column| format!("{0} = excluded.{0}", quoted(column)))
            .collect();
        let then = if sets.is_empty() { "nothing".to_owned() } else { format!("update set {}", sets.join(", ")) };
        to.execute(AssertSqlSafe(format!(
            "insert into {} ({columns}) select {columns} from changed on conflict ({}) do {then}",
            table.in_schema(target),
            listed(&table.key)
        )))
        .await?;
    }
    to.execute("drop table changed").await?;
    Ok(rows)
}

/// Rows that were removed here.
async fn removals(
    from: &mut PgConnection,
    to: &mut PgConnection,
    table: &Table,
    source: &str,
    target: &str,
) -> Result<(), ClinicOpsError> {
    let key = listed(&table.key);
    to.execute(AssertSqlSafe(format!(
        "create temporary table kept on commit drop as select {key} from {} with no data",
        table.in_schema(target)
    )))
    .await?;
    let out = format!("copy (select {key} from {}) to stdout", table.in_schema(source));
    pour(from, to, &out, &format!("copy kept ({key}) from stdin")).await?;
    let same: Vec<_> = table.key.iter().map(|column| format!("k.{0} = t.{0}", quoted(column))).collect();
    to.execute(AssertSqlSafe(format!(
        "delete from {} t where not exists (select 1 from kept k where {})",
        table.in_schema(target),
        same.join(" and ")
    )))
    .await?;
    to.execute("drop table kept").await?;
    Ok(())
}

/// The whole content of a table, independent of its order.
async fn print(
    connection: &mut PgConnection,
    table: &Table,
    schema: &str,
) -> Result<(i64, Option<String>), ClinicOpsError> {
    let text = format!(
        "select count(*), sum(hashtextextended(row({})::text, 0)::numeric)::text from {}",
        listed(&table.columns),
        table.in_schema(schema)
    );
    Ok(sqlx::query_as(AssertSqlSafe(text)).fetch_one(connection).await?)
}
