//! Fills empty tables from an export.

use sqlx::{Connection, Executor, postgres::PgConnection};

use super::{
    ClinicOpsError,
    manifest::{Manifest, Part},
    source::{OpenExport, PartReader},
    sql,
    table::Table,
    tables,
};
use tenancy::{OwnerDb, SchemaSlot};

/// The size of a read. The column names of a table are in the first chunk.
const CHUNK: usize = 256 * 1024;

/// The approximate size of one COPY. Until a statement ends, Postgres remembers each row whose references are
/// unchecked. With one statement for a table, its memory would grow with the table's rows.
const COPY_BYTES: usize = 32 * CHUNK;

/// Fills empty tables from an export in one transaction, completely or not at all.
///
/// Fails when the export is incomplete, altered or of other tables.
pub(super) async fn fill(
    owner: &OwnerDb,
    slot: &SchemaSlot,
    export: &mut OpenExport<'_>,
) -> Result<(), ClinicOpsError> {
    let mut connection = owner.session(&slot.placement).await?;
    let filled = fill_in(&mut connection, &slot.schema, export).await;
    // Without a rollback, the failed transaction could still hold locks while the slot is dropped.
    let ends = if filled.is_ok() { sql::COMMIT } else { sql::ROLLBACK };
    let ended = connection.execute(ends).await;
    filled?;
    ended?;
    connection.close().await?;
    Ok(())
}

async fn fill_in(
    connection: &mut PgConnection,
    schema: &str,
    export: &mut OpenExport<'_>,
) -> Result<(), ClinicOpsError> {
    connection.execute(sql::BEGIN).await?;
    // Values are read in the format in which they were written, whatever the server's settings are.
    sqlx::raw_sql(sql::VALUE_FORMATS).execute(&mut *connection).await?;
    let tables = tables::load(connection, schema).await?;
    holds(&export.manifest, &tables)?;
    // Uses the order of the tables here, because the manifest's order could be forged.
    for table in &tables {
        let Some(part) = export.manifest.tables.iter().find(|part| part.table == table.name).cloned() else { continue };
        let mut file = export.part(&part)?;
        let copied = one(connection, schema, table, &mut file).await;
        // Postgres may refuse altered bytes, too. The check then names the cause. A stream that ended early is not checked.
        if !matches!(copied, Err(ClinicOpsError::File { .. })) {
            file.check(&part)?;
        }
        count(copied?, table, &part)?;
        for column in &table.numbered {
            let next = part.next.get(column).copied().unwrap_or(1);
            tables::count_on(connection, table, schema, column, next).await?;
        }
    }
    export.end()
}

/// Refuses an export whose tables differ from the schema's.
fn holds(manifest: &Manifest, tables: &[Table]) -> Result<(), ClinicOpsError> {
    let unknown = manifest.tables.iter().find(|part| tables.iter().all(|table| table.name != part.table));
    if let Some(part) = unknown {
        return ClinicOpsError::refused(format!(
            "the export does not hold the tables of its schema: there is no table {}",
            part.table
        ));
    }
    let missing = tables.iter().find(|table| manifest.tables.iter().all(|part| table.name != part.table));
    if let Some(table) = missing {
        return ClinicOpsError::refused(format!(
            "the export does not hold the tables of its schema: {} is missing",
            table.name
        ));
    }
    if manifest.tables.len() == tables.len() {
        return Ok(());
    }
    ClinicOpsError::refused("the export does not hold the tables of its schema: it names one twice")
}

fn count(rows: u64, table: &Table, part: &Part) -> Result<(), ClinicOpsError> {
    if rows == part.rows {
        return Ok(());
    }
    ClinicOpsError::refused(format!("{} holds {rows} rows, the manifest says {}", table.name, part.rows))
}

/// Copies one table's rows and returns their number.
async fn one(
    connection: &mut PgConnection,
    schema: &str,
    table: &Table,
    file: &mut PartReader<'_>,
) -> Result<u64, ClinicOpsError> {
    let mut buffer = vec![0; CHUNK];
    let filled = file.fill(&mut buffer)?;
    let end = buffer[..filled].iter().position(|byte| *byte == b'\n').unwrap_or(filled);
    let header = String::from_utf8_lossy(&buffer[..end]);
    let columns: Vec<String> = header.trim_end().split('\t').map(str::to_owned).collect();
    let mut same = (columns.clone(), table.columns.clone());
    same.0.sort_unstable();
    same.1.sort_unstable();
    if same.0 != same.1 {
        return ClinicOpsError::refused(format!("{} does not hold the columns of its schema", file.path.display()));
    }
    let into = sql::copy_from_file(table, schema, &columns);
    let mut copy = connection.copy_in_raw(&into).await?;
    let (mut rows, mut sent) = (0, 0);
    let (mut from, mut to) = ((end + 1).min(filled), filled);
    while to > 0 {
        // A row may refer to a later row of its own table, so such a table is one statement.
        let cut = buffer[from..to].iter().rposition(|byte| *byte == b'\n').map(|at| from + at + 1);
        if let Some(cut) = cut.filter(|_| sent >= COPY_BYTES && !table.refers_to_itself) {
            copy.send(&buffer[from..cut]).await?;
            rows += copy.finish().await?;
            copy = connection.copy_in_raw(&into).await?;
            (from, sent) = (cut, 0);
        }
        copy.send(&buffer[from..to]).await?;
        sent += to - from;
        (from, to) = (0, file.fill(&mut buffer)?);
    }
    Ok(rows + copy.finish().await?)
}
