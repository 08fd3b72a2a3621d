//! The SQL about a whole database: its size, its content, and a session's lock. SeaORM has none of them, and these
//! connections are not its own.

use sqlx::{
    Postgres,
    postgres::PgArguments,
    query::{QueryAs, QueryScalar},
};

type Scalar<T> = QueryScalar<'static, Postgres, T, PgArguments>;

/// The bytes of the database on disk. The catalog's tables are not entities.
pub(super) fn database_size() -> Scalar<i64> {
    sqlx::query_scalar("select pg_catalog.pg_database_size(pg_catalog.current_database())")
}

/// Whether the database holds a registry. The catalog's tables are not entities.
pub(super) fn has_registry() -> Scalar<bool> {
    sqlx::query_scalar("select exists (select from pg_catalog.pg_namespace where nspname = 'registry')")
}

/// Locks the moving of many clinics until the connection ends. False if another command holds the lock. The connection is not one of SeaORM's.
pub(super) fn lock_moving() -> Scalar<bool> {
    sqlx::query_scalar("select pg_catalog.pg_try_advisory_lock(pg_catalog.hashtextextended('placement moves', 0))")
}

/// Does not cache the counters that [`estimated_sizes`] reads, because those of thousands of clinics need much memory.
/// SeaORM has no session settings.
pub(super) const UNCACHED_COUNTERS: &str = "set stats_fetch_consistency to none";

/// For each of these schemas that has tables: the approximate number of rows, and the bytes on disk including indexes.
/// The catalog's tables are not entities.
///
/// The number of rows is from the last ANALYZE or from Postgres' counters, whichever is higher. The bytes are from the
/// last VACUUM or ANALYZE. No table is opened, because a connection caches each opened table, and thousands of clinics
/// would need gigabytes. So the query waits for no lock.
pub(super) fn estimated_sizes(schemas: &[String]) -> QueryAs<'static, Postgres, (String, i64, i64), PgArguments> {
    sqlx::query_as(
        "select n.nspname::text,
            coalesce(sum(greatest(c.reltuples::bigint, pg_catalog.pg_stat_get_live_tuples(c.oid), 0))
                     filter (where c.relkind = 'r'), 0)::bigint,
            (sum(c.relpages::bigint + coalesce(t.relpages, 0)) * pg_catalog.current_setting('block_size')::bigint)::bigint
         from pg_catalog.pg_namespace n
         join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relkind in ('r', 'i')
         left join pg_catalog.pg_class t on t.oid = c.reltoastrelid
         where n.nspname = any ($1) group by n.nspname",
    )
    .bind(schemas.to_vec())
}
