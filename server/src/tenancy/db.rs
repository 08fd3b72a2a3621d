//! The pools, and the transaction that is inside exactly one clinic.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex as StdMutex},
    time::Duration,
};

use async_trait::async_trait;
use entity::registry::clinic;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, EntityTrait, ExecResult, QueryResult, RuntimeErr,
    SqlxPostgresConnector, Statement, Values,
};
use sea_query_sqlx::SqlxValues;
use sqlx::{
    AssertSqlSafe, Connection, Executor, PgPool, Postgres,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::sync::Mutex;

use super::clinic::Clinic;
use crate::error::Result;

/// What a connection is given back with, whatever state it was left in.
///
/// A request that is cancelled while BEGIN is in flight leaves its connection inside the
/// transaction, in that clinic, and the next borrower would read that clinic's rows (measured on
/// sqlx 0.9; reference security 0.1). The sweep in `tests.rs` fails without this. Not DISCARD ALL:
/// it drops the prepared statements that sqlx believes in.
const GIVEN_BACK_CLEAN: &str = "ROLLBACK; RESET ROLE; RESET ALL";

/// The pools of the gateway: one for the registry, one for each shard of each placement.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
}

struct Inner {
    options: PgConnectOptions,
    login: String,
    connections_per_shard: u32,
    registry: PgPool,
    shards: StdMutex<HashMap<(String, u16), PgPool>>,
    /// Off only in the test that shows what happens then.
    hook: bool,
}

impl Db {
    /// Opens no connection yet.
    ///
    /// # Errors
    /// When the URL is none.
    pub fn new(url: &str, connections_per_shard: u32) -> Result<Self, sqlx::Error> {
        Self::build(url, connections_per_shard, true)
    }

    /// Without the hook that cleans a connection: for the test that must fail then.
    #[cfg(test)]
    pub(super) fn without_hook(url: &str, connections_per_shard: u32) -> Self {
        Self::build(url, connections_per_shard, false).unwrap()
    }

    fn build(url: &str, connections_per_shard: u32, hook: bool) -> Result<Self, sqlx::Error> {
        let options: PgConnectOptions = url.parse()?;
        // "There is no transaction in progress" is what the hook hears in the ordinary case.
        let options = options.options([("client_min_messages", "error")]).application_name("celadon");
        let options = sqlx::ConnectOptions::disable_statement_logging(options);
        let login = options.get_username().to_owned();
        let registry = pool(options.clone(), connections_per_shard, hook);
        let shards = StdMutex::default();
        Ok(Self { inner: Arc::new(Inner { options, login, connections_per_shard, registry, shards, hook }) })
    }

    fn shard(&self, placement: &str, shard: u16) -> PgPool {
        let mut shards = self.inner.shards.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        shards
            .entry((placement.to_owned(), shard))
            .or_insert_with(|| {
                let login = migration::wall::shard_login(&self.inner.login, shard);
                pool(self.inner.options.clone().username(&login), self.inner.connections_per_shard, self.inner.hook)
            })
            .clone()
    }

    /// Begins a transaction inside the clinic: role and search path come with BEGIN in one simple
    /// query, so there is no moment at which it is open and in no clinic or the wrong one.
    ///
    /// The text holds the clinic's generated schema name and nothing else. A request that only
    /// reads does not wait for its audit row to reach the disk; a write always does.
    pub(super) async fn enter(&self, clinic: &Clinic, reads_only: bool) -> Result<ClinicTx, DbErr> {
        let schema = &clinic.schema;
        let durability = if reads_only { "; SET LOCAL synchronous_commit TO off" } else { "" };
        let begin = format!("BEGIN; SET LOCAL ROLE {schema}; SET LOCAL search_path TO {schema}{durability}");
        let tx = self.shard(&clinic.placement, clinic.shard).begin_with(AssertSqlSafe(begin)).await.map_err(failed)?;
        Ok(ClinicTx { tx: Mutex::new(tx) })
    }

    pub(super) async fn clinic_by_subdomain(&self, subdomain: &str) -> Result<Option<clinic::Model>, DbErr> {
        clinic::Entity::by_subdomain(subdomain).one(&self.registry()).await
    }

    pub(super) async fn clinic_by_id(&self, id: uuid::Uuid) -> Result<Option<clinic::Model>, DbErr> {
        clinic::Entity::find_by_id(id).one(&self.registry()).await
    }

    /// Every clinic there is, for the jobs' slow round.
    pub(super) async fn clinics(&self) -> Result<Vec<clinic::Model>, DbErr> {
        clinic::Entity::find().all(&self.registry()).await
    }

    /// A connection of the clinic's shard as its next borrower gets it: for the tests that look
    /// whether anything was left behind.
    #[cfg(test)]
    pub(super) async fn borrow(&self, subdomain: &str) -> sqlx::pool::PoolConnection<Postgres> {
        let row = self.clinic_by_subdomain(subdomain).await.unwrap().unwrap();
        self.shard(&row.placement, u16::try_from(row.shard).unwrap()).acquire().await.unwrap()
    }

    fn registry(&self) -> DatabaseConnection {
        SqlxPostgresConnector::from_sqlx_postgres_pool(self.inner.registry.clone())
    }

    /// Refuses to serve with more rights than the wall allows.
    ///
    /// # Errors
    /// A sentence for the operator.
    pub async fn check_restricted(&self) -> Result<(), String> {
        let over_powered: bool = sqlx::query_scalar(
            "select bool_or(r.rolsuper or r.rolcreaterole or r.rolbypassrls)
                 or exists (select 1 from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
                            where n.nspname ~ '^clinic_' and pg_catalog.pg_has_role(c.relowner, 'member'))
             from pg_catalog.pg_roles r
             where r.rolname = current_user or r.rolname ~ ('^' || current_user || '_s[0-9]{2}$')",
        )
        .fetch_one(&self.inner.registry)
        .await
        .map_err(|error| format!("the database is out of reach: {error}"))?;
        if over_powered {
            return Err("DATABASE_URL signs in as a superuser, a role maker or an owner of clinics' tables: \
                        give the gateway the restricted role that `celadon migrate` makes"
                .to_owned());
        }
        Ok(())
    }

    /// Whether the registry answers.
    pub async fn is_reachable(&self) -> bool {
        sqlx::query("select 1").execute(&self.inner.registry).await.is_ok()
    }

    pub async fn close(&self) {
        let shards: Vec<_> = {
            let mut shards = self.inner.shards.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            shards.drain().map(|(_, pool)| pool).collect()
        };
        for pool in shards {
            pool.close().await;
        }
        self.inner.registry.close().await;
    }
}

fn pool(options: PgConnectOptions, connections: u32, hook: bool) -> PgPool {
    let options_with_limits = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(3))
        .idle_timeout(Duration::from_mins(5))
        // A backend's catalog cache grows with the clinics it has seen (reference tenancy 2).
        .max_lifetime(Duration::from_mins(20))
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for > Duration::from_secs(30) {
                    connection.ping().await?;
                }
                Ok(true)
            })
        });
    let options_with_hook = if hook {
        options_with_limits.after_release(|connection, _| {
            Box::pin(async move {
                connection.execute(GIVEN_BACK_CLEAN).await?;
                Ok(true)
            })
        })
    } else {
        options_with_limits
    };
    options_with_hook.connect_lazy_with(options)
}

/// A transaction inside one clinic's schema: what the rules of a clinic take. Dropped without a
/// commit, nothing of it happened.
pub struct ClinicTx {
    tx: Mutex<sqlx::Transaction<'static, Postgres>>,
}

impl ClinicTx {
    pub(super) async fn commit(self) -> Result<(), DbErr> {
        self.tx.into_inner().commit().await.map_err(failed)
    }

    pub(super) async fn rollback(self) -> Result<(), DbErr> {
        self.tx.into_inner().rollback().await.map_err(failed)
    }
}

fn failed(error: sqlx::Error) -> DbErr {
    DbErr::Query(RuntimeErr::SqlxError(Arc::new(error)))
}

fn prepared(statement: Statement) -> sqlx::query::Query<'static, Postgres, SqlxValues> {
    sqlx::query_with(AssertSqlSafe(statement.sql), SqlxValues(statement.values.unwrap_or(Values(Vec::new()))))
}

#[async_trait]
impl ConnectionTrait for ClinicTx {
    fn get_database_backend(&self) -> DbBackend {
        DbBackend::Postgres
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let mut tx = self.tx.lock().await;
        prepared(statement).execute(&mut **tx).await.map(Into::into).map_err(failed)
    }

    /// Refused: text that is not prepared could hold several statements, and so leave the clinic.
    async fn execute_unprepared(&self, _: &str) -> Result<ExecResult, DbErr> {
        Err(DbErr::Custom("a clinic's transaction takes prepared statements only".to_owned()))
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let mut tx = self.tx.lock().await;
        prepared(statement).fetch_optional(&mut **tx).await.map(|row| row.map(Into::into)).map_err(failed)
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let mut tx = self.tx.lock().await;
        prepared(statement)
            .fetch_all(&mut **tx)
            .await
            .map(|rows| rows.into_iter().map(Into::into).collect())
            .map_err(failed)
    }
}
