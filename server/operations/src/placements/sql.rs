//! The SQL about a whole database: its size, what it holds, and a lock of a session. SeaORM has none of it, and these
//! connections are not its own.

use sqlx::{
    Postgres,
    postgres::PgArguments,
    query::{QueryAs, QueryScalar},
};

type Scalar<T> = QueryScalar<'static, Postgres, T, PgArguments>;

/// The bytes of the database on disk. The catalog is no entity.
pub(super) fn database_size() -> Scalar<i64> {
    sqlx::query_scalar("select pg_catalog.pg_database_size(pg_catalog.current_database())")
}

/// Whether the database holds a registry. The catalog's tables are not entities.
pub(super) fn has_registry() -> Scalar<bool> {
    sqlx::query_scalar("select exists (select from pg_catalog.pg_namespace where nspname = 'registry')")
}

/// Locks the moving of many clinics until the connection ends; false when another command has locked it.
pub(super) fn lock_moving() -> Scalar<bool> {
    sqlx::query_scalar("select pg_catalog.pg_try_advisory_lock(pg_catalog.hashtextextended('placement moves', 0))")
}

/// Keeps no copy of the counters that [`estimated_sizes`] reads: those of thousands of clinics need much memory. SeaORM has no
/// session settings.
pub(super) const UNCACHED_COUNTERS: &str = "set stats_fetch_consistency to none";

/// Of each of these schemas that has tables: about how many rows they have, and their bytes on disk with indexes. The
/// catalog's tables are not entities.
///
/// Rows are as of the last ANALYZE or since Postgres' counters began, whichever says more; bytes as of the last VACUUM or
/// ANALYZE. No table is opened, because a connection caches each table that it opens: thousands of clinics would need
/// gigabytes. So no lock is waited for either.
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
