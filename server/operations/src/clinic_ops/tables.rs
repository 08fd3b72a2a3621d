//! A clinic's tables from the catalog. Each table comes after the tables that it refers to.

use sqlx::{Row, postgres::PgConnection};

use super::{sql, table::Table};

/// The migrations' own table. It records the migrations of this database, so it is not copied but made with the tables.
const VERSIONS: &str = "seaql_migrations";

/// The tables of a schema. Each table comes after the tables that it refers to.
pub async fn load(connection: &mut PgConnection, schema: &str) -> Result<Vec<Table>, sqlx::Error> {
    let rows = sql::tables(schema, VERSIONS).fetch_all(connection).await?;
    let tables = rows
        .iter()
        .map(|row| {
            Ok(Table {
                name: row.try_get("name")?,
                columns: row.try_get("columns")?,
                key: row.try_get("key")?,
                numbered: row.try_get("numbered")?,
                needs: row.try_get("needs")?,
                refers_to_itself: row.try_get("refers_to_itself")?,
            })
        })
        .collect::<Result<Vec<_>, sqlx::Error>>()?;
    Ok(sorted(tables))
}

/// Sorts tables so that each comes after the tables that it refers to. Tables in a reference cycle keep their order; a
/// clinic has no such cycle.
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
pub(super) async fn next_number(
    connection: &mut PgConnection,
    table: &Table,
    schema: &str,
    column: &str,
) -> Result<i64, sqlx::Error> {
    let sequence = sql::sequence(table, schema, column).fetch_one(&mut *connection).await?;
    sql::next_number(&sequence).fetch_one(connection).await
}

/// Sets the column's next number to `next`, or to the number after its highest value if that is higher.
pub(super) async fn count_on(
    connection: &mut PgConnection,
    table: &Table,
    schema: &str,
    column: &str,
    next: i64,
) -> Result<(), sqlx::Error> {
    let highest = sql::highest_number(table, schema, column).fetch_one(&mut *connection).await?;
    let sequence = sql::sequence(table, schema, column).fetch_one(&mut *connection).await?;
    sql::restart_numbers(sequence, next.max(highest + 1)).execute(connection).await?;
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
            refers_to_itself: false,
        }
    }

    #[test]
    fn a_table_is_sorted_after_those_it_refers_to() {
        let given = vec![table("a", &["c", "b"]), table("b", &["c"]), table("c", &[]), table("d", &["a"])];
        let names: Vec<_> = sorted(given).into_iter().map(|table| table.name).collect();
        assert_eq!(names, ["c", "b", "a", "d"]);
    }
}
