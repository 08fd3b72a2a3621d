//! The SQL about a whole database: its size, what it holds, and a lock of a session. SeaORM has none of it, and these
//! connections are not its own.

use sqlx::{Postgres, postgres::PgArguments, query::QueryScalar};

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
