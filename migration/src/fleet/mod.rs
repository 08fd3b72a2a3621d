//! Brings the registry and then every clinic up to date: one transaction for each clinic, several clinics at once,
//! resumable, one runner at a time.
//!
//! A clinic whose tables are locked by a long read is tried again and then parked, so that a busy clinic does not delay
//! the others. The exit codes are for a Kubernetes Job: 0 means done, 1 a temporary problem (run it again), 2 a broken
//! migration.

mod clinics;
mod failure;
mod kind;
mod nodes;
mod outside;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use sea_orm_migration::{
    MigratorTrait,
    sea_orm::{
        ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbErr, RuntimeErr,
        TransactionTrait,
    },
};
use sqlx::{Connection, PgConnection};

pub use self::failure::Failure;
use self::{failure::is_temporary, kind::Kind};
pub use crate::history::History;
use crate::{
    before, clinic, registry,
    role_isolation::{self, Gateway},
};

/// The options of a run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many clinics are migrated at the same time.
    pub workers: usize,
    /// How many clinics are migrated alone before the others are started. The first failure among them ends the run. A
    /// parked clinic does not count, and the next clinic takes its place.
    pub canaries: usize,
    /// After the canaries: the share of the clinics that are behind, in percent, at which each wave ends. A wave starts
    /// if the previous one had few enough failures.
    pub waves: Vec<u8>,
    /// If more clinics than this have failed, no further clinic is started.
    pub most_broken: usize,
    /// How long a statement may wait for a lock before the clinic is tried again.
    pub lock_timeout: Duration,
    /// The number of tries for a clinic whose tables are locked.
    pub tries: u32,
    /// The placements other than the registry's own database.
    pub placements: Placements,
}

/// The owner's logins to the placements other than the registry's own database, by name.
#[derive(Clone, Default)]
pub struct Placements(pub BTreeMap<String, String>);

impl std::fmt::Debug for Placements {
    /// Omits the URLs, because they contain passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// The placement of the registry's own database.
pub(crate) const MAIN: &str = "main";

/// The maximum time for a connection to a further placement.
const REACHED_WITHIN: Duration = Duration::from_secs(5);

/// The databases of a run.
#[derive(Clone)]
pub(crate) struct Pools {
    pub registry: DatabaseConnection,
    further: HashMap<String, DatabaseConnection>,
    /// The gateway's login. Where clinics have no roles, its shards' logins are granted the tables.
    gateway: String,
    /// The placements that are out of reach.
    pub down: HashSet<String>,
}

impl Pools {
    /// The database of a placement's clinics.
    pub fn at(&self, placement: &str) -> Result<&DatabaseConnection, DbErr> {
        if placement == MAIN {
            return Ok(&self.registry);
        }
        self.further
            .get(placement)
            .ok_or_else(|| DbErr::Migration(format!("the placement {placement} has no OWNER_DATABASE_URL_...")))
    }
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            workers: 4,
            canaries: 2,
            waves: vec![1, 10, 100],
            most_broken: 10,
            lock_timeout: Duration::from_secs(2),
            tries: 5,
            placements: Placements::default(),
        }
    }
}

/// The result of a run.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Report {
    pub migrated: usize,
    pub current: usize,
    /// Schemas that stayed locked, or whose placement is out of reach. The next run tries them again.
    pub parked: Vec<String>,
    /// Schemas whose migration failed, with the reason.
    pub broken: Vec<(String, String)>,
    /// Clinics that were not started because too many had failed.
    pub left: usize,
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

/// The advisory lock of runners. The number is arbitrary, but nothing else may use it.
pub const RUNNER_LOCK: i64 = 0x00CE_1AD0;

/// The first half of the key of a clinic's advisory lock. The other half is derived from the schema.
fn lock_key() -> i32 {
    i32::try_from(RUNNER_LOCK).unwrap_or(0)
}

/// Migrates the registry, sets up role isolation, then migrates every clinic that is behind.
///
/// Fails when another runner is working, the database is out of reach, or the registry cannot be migrated.
pub async fn up(owner_url: &str, gateway: &Gateway, plan: &Plan) -> Result<Report, Failure> {
    up_through::<clinic::Migrator>(owner_url, gateway, plan).await
}

/// Like [`up`], with other steps.
///
/// # Errors
/// As [`up`].
pub async fn up_through<H: History>(owner_url: &str, gateway: &Gateway, plan: &Plan) -> Result<Report, Failure> {
    // A dedicated connection, because a pool would close an idle connection and release the lock.
    let mut guard = PgConnection::connect(owner_url).await?;
    let locked: bool =
        sqlx::query_scalar("select pg_try_advisory_lock($1)").bind(RUNNER_LOCK).fetch_one(&mut guard).await?;
    if !locked {
        return Err(Failure::Busy);
    }
    let pool = connect(owner_url, plan).await?;
    registry_up(&pool, gateway).await?;
    let (mut further, mut down) = (HashMap::new(), HashSet::new());
    for (name, url) in &plan.placements.0 {
        match further_up(&pool, url, name, gateway, plan).await {
            Ok(there) => drop(further.insert(name.clone(), there)),
            Err(error) if is_temporary(&error) => {
                tracing::error!(placement = name, reason = %error, "a placement is out of reach: its clinics wait");
                down.insert(name.clone());
            }
            Err(error) => return Err(error.into()),
        }
    }
    let pools = Pools { registry: pool, further, gateway: gateway.login.clone(), down };
    let report = clinics::up::<H>(&pools, plan).await?;
    pools.registry.close().await?;
    for pool in pools.further.into_values() {
        pool.close().await?;
    }
    // Unlocks explicitly: the server notices a closed connection late, and until then the next runner would be refused.
    let unlocked = sqlx::query("select pg_advisory_unlock($1)").bind(RUNNER_LOCK).execute(&mut guard).await;
    if let Err(error) = unlocked.and(guard.close().await) {
        tracing::warn!(reason = %error, "the runner's lock was lost before the end");
    }
    Ok(report)
}

/// Sets up the registry's schema, extensions, tables and role isolation.
pub async fn registry_up(owner: &DatabaseConnection, gateway: &Gateway) -> Result<(), DbErr> {
    extensions_up(owner).await?;
    owner.execute_unprepared("create schema if not exists registry").await?;
    let tx = owner.begin().await?;
    tx.execute_unprepared("set local search_path to registry").await?;
    registry::Migrator::install(&tx).await?;
    before::refuse(&tx, registry::STEPS).await?;
    registry::Migrator::up(&tx, None).await?;
    tx.commit().await?;
    let kind = kind::checked(owner, owner, MAIN).await?;
    role_isolation::make_functions(owner).await?;
    role_isolation::apply(owner, gateway).await?;
    if kind == Kind::Citus {
        nodes::revoke_defaults(owner, gateway).await?;
    }
    // Only after the shards' logins exist, because from now on new clinics are distributed over all shards.
    kind::register(owner, MAIN, kind, gateway.shards, true).await
}

/// Connects to a further placement and brings it up to date.
async fn further_up(
    registry: &DatabaseConnection,
    url: &str,
    name: &str,
    gateway: &Gateway,
    plan: &Plan,
) -> Result<DatabaseConnection, DbErr> {
    // A pool would try for half a minute.
    let reached = tokio::time::timeout(REACHED_WITHIN, PgConnection::connect(url)).await;
    let reached = reached.unwrap_or(Err(sqlx::Error::PoolTimedOut));
    drop(reached.map_err(|error| DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error))))?);
    let there = connect(url, plan).await?;
    add_placement(registry, &there, name, gateway).await?;
    Ok(there)
}

/// Sets up a further placement's extensions and role isolation, and adds the placement to the registry if it is missing there. It takes new clinics
/// only after the operator opens it, because servers without its login would answer 503 for them.
///
/// Fails when one of the databases is out of reach, or the owner lacks the rights.
pub async fn add_placement(
    registry: &DatabaseConnection,
    there: &DatabaseConnection,
    name: &str,
    gateway: &Gateway,
) -> Result<(), DbErr> {
    let kind = kind::checked(registry, there, name).await?;
    extensions_up(there).await?;
    role_isolation::apply_to_placement(there, gateway).await?;
    if kind == Kind::Citus {
        nodes::revoke_defaults(there, gateway).await?;
    }
    kind::register(registry, name, kind, gateway.shards, false).await
}

async fn extensions_up(owner: &DatabaseConnection) -> Result<(), DbErr> {
    for statement in [
        "create schema if not exists extensions",
        "create extension if not exists pg_trgm schema extensions",
        "create extension if not exists btree_gist schema extensions",
        // A clinic's role calls pg_trgm's functions by name. Both extensions have only pure functions, except one that
        // changes a setting of pg_trgm, which anybody may set and which no query of ours uses.
        "grant usage on schema extensions to public",
    ] {
        owner.execute_unprepared(statement).await?;
    }
    role_isolation::make_announcement(owner).await
}

/// Moves the transaction into a schema with a generated name (`clinic_` and base 36).
pub async fn enter(tx: &DatabaseTransaction, schema: &str, lock_timeout: Duration) -> Result<(), DbErr> {
    let schema = role_isolation::quoted(schema);
    tx.execute_unprepared(&format!("set local lock_timeout to {}", milliseconds(lock_timeout))).await?;
    tx.execute_unprepared(&format!("set local search_path to {schema}")).await?;
    Ok(())
}

/// To Postgres, a lock timeout of zero means no timeout.
fn milliseconds(lock_timeout: Duration) -> u128 {
    lock_timeout.as_millis().max(1)
}

/// The lock timeout is set on the connection, so that it also applies to statements on the registry. Such a statement
/// that waits in a lock queue would delay every clinic behind it.
#[expect(clippy::disallowed_methods, reason = "the runner's connections have nothing to do with the server's")]
async fn connect(url: &str, plan: &Plan) -> Result<DatabaseConnection, DbErr> {
    let lock_timeout = milliseconds(plan.lock_timeout).to_string();
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(u32::try_from(plan.workers.max(1)).unwrap_or(1))
        .max_lifetime(Duration::from_mins(20))
        .sqlx_logging(false)
        .map_sqlx_postgres_opts(move |options| options.options([("lock_timeout", &lock_timeout)]));
    Database::connect(options).await
}
