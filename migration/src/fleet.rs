//! Brings the registry and then every clinic up to date: a transaction each, several at once,
//! resumable, one runner at a time.
//!
//! A clinic whose tables are locked by a long read is tried again and then parked, so that one
//! busy clinic holds up nobody else. The exit codes are those a Kubernetes Job understands
//! (reference ops 3.1): 0 done, 1 some parked (run it again), 2 the migration itself is broken.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use sea_orm_migration::{
    MigratorTrait,
    sea_orm::{
        ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
        RuntimeErr, Statement, TransactionTrait,
    },
};
use tokio::{sync::Mutex, task::JoinSet};

use crate::{
    clinic, registry,
    wall::{self, Gateway},
};

/// How a run goes about it.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Clinics migrated at the same time.
    pub workers: usize,
    /// Clinics migrated alone before the others; the first failure among them stops the run.
    pub canaries: usize,
    /// How long a statement may wait for a lock before the clinic is tried again.
    pub lock_timeout: Duration,
    /// Tries for a clinic whose tables are locked.
    pub tries: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { workers: 4, canaries: 2, lock_timeout: Duration::from_secs(2), tries: 5 }
    }
}

/// What a run came to.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Report {
    pub migrated: usize,
    pub current: usize,
    /// Schemas that stayed locked; running again takes them up.
    pub parked: Vec<String>,
    /// Schemas whose migration failed, with the reason.
    pub broken: Vec<(String, String)>,
}

impl Report {
    pub fn exit_code(&self) -> u8 {
        match (self.broken.is_empty(), self.parked.is_empty()) {
            (false, _) => 2,
            (true, false) => 1,
            (true, true) => 0,
        }
    }
}

/// Any number; two runners on one database must agree on it and nothing else may use it.
const RUNNER_LOCK: i64 = 0x00CE_1AD0;

/// Migrates the registry, raises the wall, then migrates every clinic that is behind.
///
/// # Errors
/// When another runner is at work, or the registry itself cannot be brought up to date.
pub async fn up(owner_url: &str, gateway: &Gateway, plan: &Plan) -> Result<Report, DbErr> {
    let guard = connect(owner_url, 1).await?;
    let locked = guard
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select pg_try_advisory_lock($1) as locked",
            [RUNNER_LOCK.into()],
        ))
        .await?
        .is_some_and(|row| row.try_get("", "locked").unwrap_or(false));
    if !locked {
        return Err(DbErr::Migration("another migration is running on this database".to_owned()));
    }
    registry_up(&guard, gateway).await?;
    let pool = connect(owner_url, u32::try_from(plan.workers.max(1)).unwrap_or(1)).await?;
    let report = clinics_up(&pool, plan).await?;
    pool.close().await?;
    // The session lock goes with its connection.
    guard.close().await?;
    Ok(report)
}

/// The registry's schema, extensions, tables and the wall of roles.
pub async fn registry_up(owner: &DatabaseConnection, gateway: &Gateway) -> Result<(), DbErr> {
    for statement in [
        "create schema if not exists extensions",
        "create extension if not exists pg_trgm schema extensions",
        "create extension if not exists btree_gist schema extensions",
        "create schema if not exists registry",
    ] {
        owner.execute_unprepared(statement).await?;
    }
    let tx = owner.begin().await?;
    tx.execute_unprepared("set local search_path to registry").await?;
    registry::Migrator::up(&tx, None).await?;
    tx.commit().await?;
    let shards = i32::from(gateway.shards);
    owner
        .execute_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "insert into registry.placement (name, kind, shards) values ('main', 'postgres', $1)
             on conflict (name) do nothing",
            [shards.into()],
        ))
        .await?;
    wall::raise(owner, gateway).await
}

async fn clinics_up(pool: &DatabaseConnection, plan: &Plan) -> Result<Report, DbErr> {
    let rows = pool
        .query_all_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select schema_name, schema_version from registry.clinic order by created_at, id",
            [],
        ))
        .await?;
    let mut report = Report::default();
    let mut behind = VecDeque::new();
    for row in rows {
        let version: String = row.try_get("", "schema_version")?;
        if version == clinic::LATEST { report.current += 1 } else { behind.push_back(row.try_get("", "schema_name")?) }
    }
    for _ in 0..plan.canaries {
        let Some(schema) = behind.pop_front() else { break };
        note(&mut report, schema_up(pool, plan, schema).await);
        if report.exit_code() == 2 {
            return Ok(report);
        }
    }
    let queue = Arc::new(Mutex::new(behind));
    let mut workers = JoinSet::new();
    for _ in 0..plan.workers.max(1) {
        let (pool, plan, queue) = (pool.clone(), plan.clone(), Arc::clone(&queue));
        workers.spawn(async move {
            let mut outcomes = Vec::new();
            loop {
                let Some(schema) = queue.lock().await.pop_front() else { return outcomes };
                outcomes.push(schema_up(&pool, &plan, schema).await);
            }
        });
    }
    while let Some(outcomes) = workers.join_next().await {
        for outcome in outcomes.map_err(|error| DbErr::Custom(error.to_string()))? {
            note(&mut report, outcome);
        }
    }
    Ok(report)
}

enum Outcome {
    Migrated,
    Parked(String),
    Broken(String, String),
}

fn note(report: &mut Report, outcome: Outcome) {
    match outcome {
        Outcome::Migrated => report.migrated += 1,
        Outcome::Parked(schema) => report.parked.push(schema),
        Outcome::Broken(schema, reason) => report.broken.push((schema, reason)),
    }
}

async fn schema_up(pool: &DatabaseConnection, plan: &Plan, schema: String) -> Outcome {
    for attempt in 0..plan.tries.max(1) {
        match schema_up_once(pool, plan, &schema).await {
            Ok(()) => return Outcome::Migrated,
            Err(error) if passes_by_itself(&error) => {
                tracing::warn!(clinic.schema = schema, attempt, "a clinic's tables are locked; trying again");
                tokio::time::sleep(Duration::from_millis(100 << attempt.min(6))).await;
            }
            Err(error) => return Outcome::Broken(schema, error.to_string()),
        }
    }
    Outcome::Parked(schema)
}

async fn schema_up_once(pool: &DatabaseConnection, plan: &Plan, schema: &str) -> Result<(), DbErr> {
    let tx = pool.begin().await?;
    enter(&tx, schema, plan.lock_timeout).await?;
    clinic::Migrator::up(&tx, None).await?;
    // In the same transaction, so that version and tables cannot tell different stories.
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update registry.clinic set schema_version = $1 where schema_name = $2",
        [clinic::LATEST.into(), schema.into()],
    ))
    .await?;
    tx.commit().await
}

/// Puts the transaction into a schema whose name was generated (`clinic_` and base 36).
pub async fn enter(tx: &DatabaseTransaction, schema: &str, lock_timeout: Duration) -> Result<(), DbErr> {
    let schema = wall::quoted(schema);
    tx.execute_unprepared(&format!("set local lock_timeout to {}", lock_timeout.as_millis())).await?;
    tx.execute_unprepared(&format!("set local search_path to {schema}")).await?;
    Ok(())
}

/// Locks, deadlocks and a server that is going away pass; anything else is the migration's fault.
fn passes_by_itself(error: &DbErr) -> bool {
    let (DbErr::Exec(RuntimeErr::SqlxError(cause)) | DbErr::Query(RuntimeErr::SqlxError(cause))) = error else {
        return false;
    };
    cause
        .as_database_error()
        .and_then(|error| error.code())
        .is_some_and(|code| matches!(code.as_ref(), "55P03" | "40P01" | "57P01" | "57P03"))
}

async fn connect(url: &str, connections: u32) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).sqlx_logging(false).max_lifetime(Duration::from_secs(20 * 60));
    Database::connect(options).await
}
