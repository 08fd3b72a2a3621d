//! Reads the catalog, whose tables are not entities.

use sqlx::{Postgres, postgres::PgArguments, query::QueryScalar};

/// The schemas of clinics that a database has. The connection is not one of SeaORM's.
pub(super) fn schemas() -> QueryScalar<'static, Postgres, String, PgArguments> {
    sqlx::query_scalar(r"select nspname::text from pg_catalog.pg_namespace where nspname like 'clinic\_%' order by 1")
}
