//! A clinic's tables according to the catalog, each after those that it refers to.

use migration::role_isolation::quoted;
use sqlx::{Row, postgres::PgConnection};

/// The migrations' own table: it records what was run in this database, and is made again with the tables.
const VERSIONS: &str = "seaql_migrations";

/// The format of values, whatever the server's settings are.
pub const FORMS: &str = "set local timezone to 'UTC'; set local datestyle to 'ISO, YMD';
    set local intervalstyle to 'iso_8601'; set local bytea_output to 'hex'; set local extra_float_digits to 1";

/// A table of a clinic. Names are unquoted, as in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
    pub key: Vec<String>,
    /// Columns that are numbered automatically.
    pub numbered: Vec<String>,
    needs: Vec<String>,
}

impl Table {
    /// The table's name in SQL, with its schema.
    pub fn in_schema(&self, schema: &str) -> String {
        format!("{}.{}", quoted(schema), quoted(&self.name))
    }
}

/// Column names as a list in SQL.
pub fn listed(columns: &[String]) -> String {
    columns.iter().map(|column| quoted(column)).collect::<Vec<_>>().join(", ")
}

/// The tables of a schema, each after those that it refers to.
pub async fn load(connection: &mut PgConnection, schema: &str) -> Result<Vec<Table>, sqlx::Error> {
    let rows = sqlx::query(
        "select c.relname::text as name,
            array(select a.attname::text from pg_catalog.pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns,
            array(select a.attname::text from pg_catalog.pg_index i
                  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
                  where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key,
            array(select a.attname::text from pg_catalog.pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and a.attidentity <> '') as numbered,
            array(select distinct f.relname::text from pg_catalog.pg_constraint k
                  join pg_catalog.pg_class f on f.oid = k.confrelid
                  where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
         from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
         where n.nspname = $1 and c.relkind in ('r', 'p') and c.relname <> $2
         order by c.relname",
    )
    .bind(schema)
    .bind(VERSIONS)
    .fetch_all(connection)
    .await?;
    let tables = rows
        .iter()
        .map(|row| {
            Ok(Table {
                name: row.try_get("name")?,
                columns: row.try_get("columns")?,
                key: row.try_get("key")?,
                numbered: row.try_get("numbered")?,
                needs: row.try_get("needs")?,
            })
        })
        .collect::<Result<Vec<_>, sqlx::Error>>()?;
    Ok(sorted(tables))
}

/// Sorts tables so that each comes after those that it refers to. A circle, which a clinic's tables do not
/// have, keeps its order.
fn sorted(mut left: Vec<Table>) -> Vec<Table> {
    let mut sorted: Vec<Table> = Vec::new();
    while !left.is_empty() {
        let is_ready = |table: &Table| table.needs.iter().all(|need| sorted.iter().any(|done| done.name == *need));
        let (ready, others): (Vec<_>, Vec<_>) = left.into_iter().partition(is_ready);
        if ready.is_empty() {
            sorted.extend(others);
            break;
        }
        sorted.extend(ready);
        left = others;
    }
    sorted
}

/// The next number of a column.
pub async fn next_number(
    connection: &mut PgConnection,
    table: &Table,
    schema: &str,
    column: &str,
) -> Result<i64, sqlx::Error> {
    let sequence: String = sqlx::query_scalar("select pg_catalog.pg_get_serial_sequence($1, $2)")
        .bind(table.in_schema(schema))
        .bind(column)
        .fetch_one(&mut *connection)
        .await?;
    // The sequence's name comes from the catalog, quoted.
    let text = format!("select last_value + is_called::int from {sequence}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(text)).fetch_one(connection).await
}

/// Sets the column's next number to this one, or to the one after its highest value.
pub async fn count_on(
    connection: &mut PgConnection,
    table: &Table,
    schema: &str,
    column: &str,
    next: i64,
) -> Result<(), sqlx::Error> {
    let text = format!(
        "select setval(pg_catalog.pg_get_serial_sequence($1, $2),
            greatest($3, (select coalesce(max({}), 0) + 1 from {})), false)",
        quoted(column),
        table.in_schema(schema)
    );
    sqlx::query(sqlx::AssertSqlSafe(text))
        .bind(table.in_schema(schema))
        .bind(column)
        .bind(next)
        .execute(connection)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str, needs: &[&str]) -> Table {
        Table {
            name: name.to_owned(),
            columns: Vec::new(),
            key: Vec::new(),
            numbered: Vec::new(),
            needs: needs.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn a_table_comes_after_those_that_it_refers_to() {
        let given = vec![table("a", &["c", "b"]), table("b", &["c"]), table("c", &[]), table("d", &["a"])];
        let names: Vec<_> = sorted(given).into_iter().map(|table| table.name).collect();
        assert_eq!(names, ["c", "b", "a", "d"]);
    }
}
