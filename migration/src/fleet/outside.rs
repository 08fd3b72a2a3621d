//! Steps that cannot run in a transaction: an index that is built while the clinic continues to write.
//!
//! After an interruption such a step is run again from its first statement. An interrupted index remains as an invalid
//! index, so the step drops it first.

use std::time::Duration;

use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, Statement};
use sqlx::{AssertSqlSafe, Executor, PgConnection};

use super::{lock_key, milliseconds};
use crate::{registry, role_isolation, sql::Step};

pub(super) async fn run(
    pool: &DatabaseConnection,
    schema: &str,
    step: &Step,
    lock_timeout: Duration,
) -> Result<(), DbErr> {
    // The search path outlives every transaction, so the connection is not returned to the pool.
    let mut connection = pool.get_postgres_connection_pool().acquire().await.map_err(failed)?.detach();
    let path = format!("set search_path to {}", role_isolation::quoted(schema));
    connection.execute(AssertSqlSafe(path)).await.map_err(failed)?;
    let patience = format!("set lock_timeout to {}", milliseconds(lock_timeout));
    connection.execute(AssertSqlSafe(patience)).await.map_err(failed)?;
    // The lock ends with the connection.
    sqlx::query("select pg_advisory_lock($1, hashtext($2))")
        .bind(lock_key())
        .bind(schema)
        .execute(&mut connection)
        .await
        .map_err(failed)?;
    if !is_taken(&mut connection, step).await? {
        for statement in step.up() {
            connection.execute(statement).await.map_err(failed)?;
        }
        sqlx::query(
            "insert into seaql_migrations (version, applied_at) values ($1, extract(epoch from now())::bigint)",
        )
        .bind(step.name)
        .execute(&mut connection)
        .await
        .map_err(failed)?;
    }
    Ok(())
}

/// Updates the registry after the step, and notifies the servers.
pub(super) async fn register_version(registry: &DatabaseConnection, schema: &str, step: &Step) -> Result<(), DbErr> {
    let values = [step.name.into(), schema.into(), registry::CHANNEL.into()];
    let text =
        "with raised as (update registry.clinic set schema_version = $1 where schema_name = $2 returning subdomain)
         select pg_catalog.pg_notify($3, subdomain) from raised";
    registry.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, text, values)).await?;
    Ok(())
}

/// Whether another runner has run the step while this one waited for the clinic's lock.
async fn is_taken(connection: &mut PgConnection, step: &Step) -> Result<bool, DbErr> {
    sqlx::query_scalar("select exists (select 1 from seaql_migrations where version = $1)")
        .bind(step.name)
        .fetch_one(connection)
        .await
        .map_err(failed)
}

fn failed(error: sqlx::Error) -> DbErr {
    DbErr::Exec(RuntimeErr::SqlxError(std::sync::Arc::new(error)))
}
