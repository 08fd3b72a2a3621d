//! The SQL that moves whole tables: COPY, locks, temporary tables, the catalog and session settings. SeaORM has none of
//! them, and table names are known only at run time.

use migration::role_isolation::quoted;
use sea_orm::{DbBackend, Statement};
use sqlx::{
    AssertSqlSafe, Postgres,
    postgres::PgArguments,
    query::{Query, QueryAs, QueryScalar},
};
use uuid::Uuid;

use super::table::{Table, listed};

type Scalar<T> = QueryScalar<'static, Postgres, T, PgArguments>;

/// These connections are sqlx's own. SeaORM begins and ends transactions only on its own connections.
pub(super) const BEGIN: &str = "begin";
/// As [`BEGIN`]. Everything is read from one snapshot.
pub(super) const BEGIN_TO_READ: &str = "begin isolation level repeatable read read only";
/// As [`BEGIN`].
pub(super) const COMMIT: &str = "commit";
/// As [`BEGIN`].
pub(super) const ROLLBACK: &str = "rollback";

/// The format of values, independent of the server's settings. Also set at the workers of a Citus cluster, which would
/// not get it otherwise. SeaORM has no session settings.
pub(super) const VALUE_FORMATS: &str =
    "set local citus.propagate_set_commands to 'local'; set local timezone to 'UTC'; set local datestyle to 'ISO, YMD';
    set local intervalstyle to 'iso_8601'; set local bytea_output to 'hex'; set local extra_float_digits to 1";

/// How long to wait for the tables' locks. SeaORM has no session settings.
pub(super) const LOCK_TIMEOUT: &str = "set local lock_timeout to 8000";

/// As [`LOCK_TIMEOUT`], for the whole session.
pub(super) const SESSION_LOCK_TIMEOUT: &str = "set lock_timeout to 8000";

/// Locks the clinic until the connection ends. The connection is not one of SeaORM's.
pub(super) fn lock_clinic(clinic: Uuid) -> Query<'static, Postgres, PgArguments> {
    sqlx::query("select pg_advisory_lock(hashtextextended('clinic move ' || $1, 0))").bind(clinic.to_string())
}

/// SeaORM has no LOCK TABLE.
pub(super) fn lock_against_writers(table: &Table, schema: &str, waits: bool) -> AssertSqlSafe<String> {
    let at_once = if waits { "" } else { "nowait" };
    AssertSqlSafe(format!("lock table {} in exclusive mode {at_once}", table.in_schema(schema)))
}

/// SeaORM has no LOCK TABLE. This lock conflicts only with [`lock_against_writers`].
pub(super) fn lock_against_movers(table: &Table, schema: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("lock table {} in row share mode", table.in_schema(schema)))
}

/// Whether the role that reads a schema may use it. The connection is not one of SeaORM's.
pub(super) fn is_open(schema: &str, reader: &str) -> Scalar<bool> {
    sqlx::query_scalar("select has_schema_privilege($1, $2, 'usage')").bind(reader.to_owned()).bind(schema.to_owned())
}

/// Returns a row when neither the clinic's role nor the login of a shard has rights on the schema. The catalog's tables
/// are not entities.
pub(super) fn is_left() -> Statement {
    Statement::from_string(
        DbBackend::Postgres,
        "select 1 as one from pg_catalog.pg_namespace n
         where n.nspname = current_schema() and not exists (
            select from pg_catalog.aclexplode(n.nspacl) a join pg_catalog.pg_roles r on r.oid = a.grantee
            where a.privilege_type = 'USAGE' and (r.rolname = n.nspname or r.rolname ~ '_s[0-9]{2,}$'))",
    )
}

/// The tables of the schema $1, found by the index on dependencies. `pg_class` has no index on the namespace alone:
/// with 9,000 clinics the lookup takes 1 s, and 4 ms this way.
const TABLES: &str = "pg_catalog.pg_depend d
         join pg_catalog.pg_namespace n on n.oid = d.refobjid
         join pg_catalog.pg_class c on c.oid = d.objid and c.relkind in ('r', 'p')
         where d.refclassid = 'pg_catalog.pg_namespace'::regclass and d.classid = 'pg_catalog.pg_class'::regclass and n.nspname = $1";

/// The names of all tables of a schema. The catalog's tables are not entities.
pub(super) fn table_names(schema: &str) -> Scalar<String> {
    sqlx::query_scalar(AssertSqlSafe(format!("select c.relname::text from {TABLES}"))).bind(schema.to_owned())
}

/// Revokes the rights of the role that reads these tables, which are all tables of the schema. `all tables in schema`
/// would read the catalog of all clinics five times: 12 s with 9,000 clinics. SeaORM has no roles.
pub(super) fn close(schema: &str, tables: &[String], reader: &str) -> Vec<AssertSqlSafe<String>> {
    let (schema, reader) = (quoted(schema), quoted(reader));
    let named: Vec<_> = tables.iter().map(|table| format!("{schema}.{}", quoted(table))).collect();
    let rights = (!named.is_empty()).then(|| format!("revoke all on {} from {reader}", named.join(", ")));
    let usage = format!("revoke usage on schema {schema} from {reader}");
    rights.into_iter().chain([usage]).map(AssertSqlSafe).collect()
}

/// The tables of a schema except one. The catalog's tables are not entities.
pub(super) fn tables(schema: &str, but: &'static str) -> Query<'static, Postgres, PgArguments> {
    sqlx::query(AssertSqlSafe(format!(
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
                  where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs,
            exists(select 1 from pg_catalog.pg_constraint k
                   where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = c.oid) as refers_to_itself
         from {TABLES} and c.relname <> $2
         order by c.relname",
    )))
    .bind(schema.to_owned())
    .bind(but)
}

/// The name of a column's sequence, quoted. The connection is not one of SeaORM's.
pub(super) fn sequence(table: &Table, schema: &str, column: &str) -> Scalar<String> {
    sqlx::query_scalar("select pg_catalog.pg_get_serial_sequence($1, $2)")
        .bind(table.in_schema(schema))
        .bind(column.to_owned())
}

/// The next number of a sequence. [`sequence`] returns the quoted name. A sequence is not an entity.
pub(super) fn next_number(sequence: &str) -> Scalar<i64> {
    sqlx::query_scalar(AssertSqlSafe(format!("select last_value + is_called::int from {sequence}")))
}

/// A column's highest number. Its table is known only at run time.
pub(super) fn highest_number(table: &Table, schema: &str, column: &str) -> Scalar<i64> {
    let (column, table) = (quoted(column), table.in_schema(schema));
    sqlx::query_scalar(AssertSqlSafe(format!("select coalesce(max({column}), 0)::bigint from {table}")))
}

/// Sets the next number of a sequence. [`sequence`] returns the quoted name. A statement that also read the table would
/// set the sequence at a worker of a Citus cluster, where it counts in another range. A sequence is not an entity.
pub(super) fn restart_numbers(sequence: String, next: i64) -> Query<'static, Postgres, PgArguments> {
    sqlx::query("select pg_catalog.setval($1::text::regclass, $2, false)").bind(sequence).bind(next)
}

/// The number of rows of a table. Its name is known only at run time.
pub(super) fn count(table: &Table, schema: &str) -> Scalar<i64> {
    sqlx::query_scalar(AssertSqlSafe(format!("select count(*) from {}", table.in_schema(schema))))
}

/// The bytes of a schema's tables on disk, including their indexes. The catalog's tables are not entities.
pub(super) fn bytes(schema: &str) -> Scalar<i64> {
    let sum = format!("select coalesce(sum(pg_catalog.pg_total_relation_size(c.oid)), 0)::bigint from {TABLES}");
    sqlx::query_scalar(AssertSqlSafe(sum)).bind(schema.to_owned())
}

/// The number of rows of a table, and the sum of their hashes, which is independent of their order. SeaORM cannot write
/// a row as text.
pub(super) fn fingerprint(
    table: &Table,
    schema: &str,
) -> QueryAs<'static, Postgres, (i64, Option<String>), PgArguments> {
    sqlx::query_as(AssertSqlSafe(format!(
        "select count(*), sum(hashtextextended(row({})::text, 0)::numeric)::text from {}",
        listed(&table.columns),
        table.in_schema(schema)
    )))
}

/// The oldest transaction that is unfinished now, in the 32 bits that rows store. SeaORM has no snapshots.
pub(super) fn horizon() -> Scalar<i64> {
    sqlx::query_scalar("select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::bigint")
}

/// SeaORM has no COPY. Rows are in the order of the key, so that the same rows yield the same file.
pub(super) fn copy_to_file(table: &Table, schema: &str) -> String {
    format!(
        "copy (select {} from {} order by {}) to stdout (format text, header true, encoding 'UTF8')",
        listed(&table.columns),
        table.in_schema(schema),
        listed(&table.key)
    )
}

/// SeaORM has no COPY.
pub(super) fn copy_from_file(table: &Table, schema: &str, columns: &[String]) -> String {
    format!("copy {} ({}) from stdin (format text, encoding 'UTF8')", table.in_schema(schema), listed(columns))
}

/// SeaORM has no COPY.
pub(super) fn copy_out(table: &Table, schema: &str, columns: &[String]) -> String {
    format!("copy (select {} from {}) to stdout", listed(columns), table.in_schema(schema))
}

/// The rows that were written since `horizon`. SeaORM has no COPY. `age` counts back from now: a frozen row has the highest age.
pub(super) fn copy_out_since(table: &Table, schema: &str, horizon: i64) -> String {
    format!(
        "copy (select {} from {} where age(xmin) <= age('{horizon}'::xid)) to stdout",
        listed(&table.columns),
        table.in_schema(schema)
    )
}

/// SeaORM has no COPY.
pub(super) fn copy_in(table: &Table, schema: &str) -> String {
    format!("copy {} ({}) from stdin", table.in_schema(schema), listed(&table.columns))
}

/// A table for one transaction, with some columns of another table. SeaORM has no CREATE TABLE AS.
#[derive(Clone, Copy)]
pub(super) struct Temporary {
    name: &'static str,
}

/// Changed rows.
pub(super) const CHANGED: Temporary = Temporary { name: "changed" };
/// The keys of rows that still exist.
pub(super) const KEPT: Temporary = Temporary { name: "kept" };

impl Temporary {
    /// As [`Temporary`].
    pub(super) fn create(self, of: &Table, schema: &str, columns: &[String]) -> AssertSqlSafe<String> {
        AssertSqlSafe(format!(
            "create temporary table {} on commit drop as select {} from {} with no data",
            self.name,
            listed(columns),
            of.in_schema(schema)
        ))
    }

    /// SeaORM has no COPY.
    pub(super) fn copy_in(self, columns: &[String]) -> String {
        format!("copy {} ({}) from stdin", self.name, listed(columns))
    }

    /// As [`Temporary`].
    pub(super) fn drop(self) -> AssertSqlSafe<String> {
        AssertSqlSafe(format!("drop table {}", self.name))
    }
}

/// Overwrites rows with the rows of [`CHANGED`] that have the same key. The table's name is known only at run time.
pub(super) fn write_changed(table: &Table, schema: &str) -> AssertSqlSafe<String> {
    let sets: Vec<_> = table
        .columns
        .iter()
        .filter(|column| !table.key.contains(column))
        .map(|column| format!("{0} = excluded.{0}", quoted(column)))
        .collect();
    let then = if sets.is_empty() { "nothing".to_owned() } else { format!("update set {}", sets.join(", ")) };
    let columns = listed(&table.columns);
    AssertSqlSafe(format!(
        "insert into {} ({columns}) select {columns} from changed on conflict ({}) do {then}",
        table.in_schema(schema),
        listed(&table.key)
    ))
}

/// Deletes the rows whose keys are not in [`KEPT`]. The table's name is known only at run time.
pub(super) fn delete_others(table: &Table, schema: &str) -> AssertSqlSafe<String> {
    let text = format!(
        "delete from {} t where not exists (select 1 from kept k where {})",
        table.in_schema(schema),
        same_key(table)
    );
    AssertSqlSafe(text)
}

/// The keys in [`KEPT`] that no row has, each value as text. The table's name is known only at run time.
pub(super) fn keys_of_none(table: &Table, schema: &str) -> Scalar<Vec<String>> {
    let values: Vec<_> = table.key.iter().map(|column| format!("k.{}::text", quoted(column))).collect();
    sqlx::query_scalar(AssertSqlSafe(format!(
        "select array[{}] from kept k where not exists (select 1 from {} t where {})",
        values.join(", "),
        table.in_schema(schema),
        same_key(table)
    )))
}

/// Deletes the rows that have one of these keys. The keys are literals, which take the columns' types, because Citus
/// does not delete by values that need a conversion in each row. The table's name is known only at run time.
pub(super) fn delete_keys(table: &Table, schema: &str, keys: &[Vec<String>]) -> AssertSqlSafe<String> {
    let literal = |value: &String| format!("'{}'", value.replace('\'', "''"));
    let keys: Vec<_> =
        keys.iter().map(|key| format!("({})", key.iter().map(literal).collect::<Vec<_>>().join(", "))).collect();
    AssertSqlSafe(format!(
        "delete from {} where ({}) in ({})",
        table.in_schema(schema),
        listed(&table.key),
        keys.join(", ")
    ))
}

/// The condition that a row of [`KEPT`] and a row of the table have the same key, for statements that are text.
fn same_key(table: &Table) -> String {
    let same: Vec<_> = table.key.iter().map(|column| format!("k.{0} = t.{0}", quoted(column))).collect();
    same.join(" and ")
}
