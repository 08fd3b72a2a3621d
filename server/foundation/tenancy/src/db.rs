//! The connection pools, and the transaction that is inside exactly one clinic.
#![expect(clippy::disallowed_methods, reason = "it opens the connections and hands them out")]

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex as StdMutex},
    time::Duration,
};

use chrono::{DateTime, Utc};
use entity::registry::{clinic, held_subdomain, placement};
use futures_util::future::{join, join_all};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, EntityTrait, QueryResult, SqlxPostgresConnector};
use sqlx::{
    ConnectOptions as _, Connection, Executor, PgPool,
    postgres::{PgConnectOptions, PgConnection, PgPoolOptions},
};
use tokio::time::{Instant, timeout};

use super::{
    clinic::Clinic,
    owner::MAIN,
    server_version,
    shard::{ACQUIRE_TIMEOUT, Lease, Shard},
    sql,
    tx::{ClinicTx, failed},
};
use crate::prepared::{BoundQuery, number, plans};
use base::error::Result;
use telemetry::{Metrics, transaction_span};

/// How long a placement may take to accept a connection.
const ANSWERS_WITHIN: Duration = Duration::from_secs(3);

/// How long closing the connections may take. With the 20 seconds for requests, the 10 for telemetry and the 2
/// for threads, a server ends within its grace period of 37 seconds even when no database answers.
const CLOSED_WITHIN: Duration = Duration::from_secs(3);

/// The gateway's pools: one for the registry, one for each shard of each placement.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
    metrics: Metrics,
}

struct Inner {
    /// The gateway's login for each placement.
    placements: BTreeMap<String, PgConnectOptions>,
    connections_per_shard: u32,
    registry: PgPool,
    shards: StdMutex<HashMap<(String, u16), Shard>>,
    /// For each placement, whether its login was found to be restricted.
    checked: StdMutex<HashMap<String, bool>>,
    /// How long a request waits for a connection.
    acquire_within: Duration,
    /// False only in the test that shows what happens without cleaning.
    cleans: bool,
}

impl Db {
    /// Opens no connection yet.
    pub fn new(url: &str, connections_per_shard: u32) -> Result<Self, sqlx::Error> {
        Self::build(url, &BTreeMap::new(), connections_per_shard, ACQUIRE_TIMEOUT, true)
    }

    /// The same, with the gateway's logins to further placements.
    pub fn with_placements(
        url: &str,
        further: &BTreeMap<String, String>,
        connections_per_shard: u32,
    ) -> Result<Self, sqlx::Error> {
        Self::build(url, further, connections_per_shard, ACQUIRE_TIMEOUT, true)
    }

    /// Waits longer for a connection than the product does. For tests that send more requests at once than a loaded
    /// machine answers in the usual time.
    pub fn with_patience(url: &str, connections_per_shard: u32) -> Result<Self, sqlx::Error> {
        Self::build(url, &BTreeMap::new(), connections_per_shard, 10 * ACQUIRE_TIMEOUT, true)
    }

    /// Does not clean a connection whose request was cancelled. For the test that must fail in that case.
    #[expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests")]
    pub fn without_cleaning(url: &str, connections_per_shard: u32) -> Self {
        Self::build(url, &BTreeMap::new(), connections_per_shard, ACQUIRE_TIMEOUT, false).unwrap()
    }

    fn build(
        url: &str,
        further: &BTreeMap<String, String>,
        connections_per_shard: u32,
        acquire_within: Duration,
        cleans: bool,
    ) -> Result<Self, sqlx::Error> {
        let mut placements = BTreeMap::from([(MAIN.to_owned(), options(url)?)]);
        for (placement, url) in further {
            placements.insert(placement.clone(), options(url)?);
        }
        let registry = registry_pool(options(url)?, connections_per_shard, cleans);
        let shards = StdMutex::default();
        let checked = StdMutex::default();
        let inner =
            Arc::new(Inner { placements, connections_per_shard, registry, shards, checked, acquire_within, cleans });
        Ok(Self { inner, metrics: Metrics::unsent() }.counted())
    }

    /// Reports the number of connections to these metrics.
    #[must_use]
    pub fn measured_by(self, metrics: Metrics) -> Self {
        Self { metrics, ..self }.counted()
    }

    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    fn counted(self) -> Self {
        // A weak reference: the metrics live as long as the process and must not keep connections open.
        let inner = Arc::downgrade(&self.inner);
        self.metrics.count_connections(move || inner.upgrade().map(|inner| inner.connections()).unwrap_or_default());
        self
    }

    /// Acquires a connection of the clinic's shard and measures how long that takes.
    async fn acquire(&self, clinic: &Clinic) -> Result<Lease, DbErr> {
        let asked = Instant::now();
        // A placement that was out of reach at the start was not checked then.
        if clinic.placement != MAIN {
            self.require_checked(&clinic.placement).await.map_err(failed)?;
        }
        let acquired = match self.shard(&clinic.placement, clinic.shard) {
            Ok(shard) => shard.acquire(clinic.id).await,
            Err(error) => Err(error),
        };
        self.metrics.pool_wait(&clinic.placement, asked.elapsed().as_secs_f64());
        acquired.map_err(failed)
    }

    fn shard(&self, placement: &str, shard: u16) -> Result<Shard, sqlx::Error> {
        let mut shards = self.inner.shards.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = shards.get(&(placement.to_owned(), shard)) {
            return Ok(known.clone());
        }
        let options = self.inner.placements.get(placement).ok_or_else(|| {
            tracing::error!(placement, "clinics are in a placement whose DATABASE_URL this server does not have");
            // The placement is treated as out of reach: 503.
            sqlx::Error::PoolClosed
        })?;
        let login = migration::role_isolation::shard_login(options.get_username(), shard);
        let options = options.clone().username(&login);
        let made = Shard::new(options, self.inner.connections_per_shard, self.inner.acquire_within, self.inner.cleans);
        shards.insert((placement.to_owned(), shard), made.clone());
        Ok(made)
    }

    /// Begins a transaction inside the clinic. BEGIN, the role (where clinics have roles) and the search path are
    /// sent in one simple query. So the transaction is never open in no clinic or in the wrong one.
    ///
    /// A request that only reads does not wait for its audit row to reach the disk; a write always does.
    pub(super) async fn enter(&self, clinic: &Clinic, reads_only: bool) -> Result<ClinicTx, DbErr> {
        let span = transaction_span(&clinic.placement);
        let mut lease = self.acquire(clinic).await?;
        lease.begin(sql::beginning(&clinic.schema, clinic.entry, reads_only)).await.map_err(failed)?;
        Ok(ClinicTx::new(lease, number(clinic.id), span))
    }

    /// The same with a prepared query in the same message: one round trip instead of two. Only a transaction
    /// that begins this way can be audited.
    pub(super) async fn enter_with_query(
        &self,
        clinic: &Clinic,
        reads_only: bool,
        query: &BoundQuery,
    ) -> Result<(ClinicTx, Option<QueryResult>), DbErr> {
        let span = transaction_span(&clinic.placement);
        let mut lease = self.acquire(clinic).await?;
        let rows = lease
            .begin_with_query(&sql::beginning(&clinic.schema, clinic.entry, reads_only), query)
            .await
            .map_err(failed)?;
        let answer = rows.into_iter().next().map(Into::into);
        Ok((ClinicTx::new(lease, number(clinic.id), span), answer))
    }

    pub(super) async fn clinic_by_subdomain(
        &self,
        subdomain: &str,
    ) -> Result<Option<(clinic::Model, Option<placement::Model>)>, DbErr> {
        clinic::Entity::with_placement(clinic::Entity::by_subdomain(subdomain)).one(&self.registry()).await
    }

    /// Whether a clinic has this subdomain, or had it and it is reserved for that clinic. Asks the registry
    /// itself: the directory's cache may be seconds old.
    pub async fn is_taken(&self, subdomain: &str, now: DateTime<Utc>) -> Result<bool> {
        let has_it = self.clinic_by_subdomain(subdomain).await?.is_some();
        Ok(has_it || held_subdomain::Entity::holds(subdomain, now).one(&self.registry()).await?.is_some())
    }

    pub(super) async fn clinic_by_id(
        &self,
        id: uuid::Uuid,
    ) -> Result<Option<(clinic::Model, Option<placement::Model>)>, DbErr> {
        clinic::Entity::with_placement(clinic::Entity::find_by_id(id)).one(&self.registry()).await
    }

    /// Every clinic, for the jobs' periodic round.
    pub(super) async fn clinics(&self) -> Result<Vec<clinic::Model>, DbErr> {
        clinic::Entity::taken().all(&self.registry()).await
    }

    /// Changes a clinic's name and time zone in the registry and notifies every server. Does nothing when both
    /// are the same already.
    pub(super) async fn rename(&self, id: uuid::Uuid, name: &str, time_zone: &str) -> Result<(), DbErr> {
        self.registry().query_all_raw(sql::rename(id, name, time_zone)).await?;
        Ok(())
    }

    /// Returns the connection that the clinic's next request would get. For tests that check that a request left nothing behind.
    #[expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests")]
    pub async fn borrow(&self, subdomain: &str) -> Lease {
        let (row, _) = self.clinic_by_subdomain(subdomain).await.unwrap().unwrap();
        self.shard(&row.placement, u16::try_from(row.shard).unwrap()).unwrap().acquire(row.id).await.unwrap()
    }

    /// The same for the registry.
    #[expect(clippy::missing_panics_doc, clippy::unwrap_used, reason = "for tests")]
    pub async fn borrow_registry(&self) -> sqlx::pool::PoolConnection<sqlx::Postgres> {
        self.inner.registry.acquire().await.unwrap()
    }

    /// The registry, with the gateway's rights.
    pub fn registry(&self) -> DatabaseConnection {
        SqlxPostgresConnector::from_sqlx_postgres_pool(self.inner.registry.clone())
    }

    /// Refuses to start if a login has more rights than role isolation allows. Logs a line if Postgres is too old for
    /// production. A further placement that is out of reach does not stop the start; it is checked before its first
    /// use.
    pub async fn check_restricted(&self) -> Result<(), String> {
        let mut versions = Vec::new();
        for placement in self.inner.placements.keys() {
            match self.check_placement(placement).await {
                Ok(version) => versions.push((placement.as_str(), version)),
                Err(sentence) if placement == MAIN || self.is_refused(placement) => return Err(sentence),
                Err(sentence) => tracing::error!(placement, "{sentence}: its clinics are not served"),
            }
        }
        server_version::check(&versions);
        Ok(())
    }

    /// A connection to a placement, as the gateway's login.
    ///
    /// Fails, with a sentence for the operator, when the placement is not configured or does not answer.
    pub(super) async fn reach_placement(&self, placement: &str) -> Result<PgConnection, String> {
        let options = self.inner.placements.get(placement);
        let options = options.ok_or_else(|| format!("there is no DATABASE_URL of {placement}"))?;
        match timeout(ANSWERS_WITHIN, options.connect()).await {
            Ok(connected) => connected.map_err(|error| format!("the database of {placement} is out of reach: {error}")),
            Err(_) => Err(format!("the database of {placement} does not answer")),
        }
    }

    /// Records whether the login to a placement has more rights than role isolation allows. Returns the version
    /// number of its server, if the server reports one.
    async fn check_placement(&self, placement: &str) -> Result<Option<u32>, String> {
        let mut connection = self.reach_placement(placement).await?;
        let over_powered = sql::is_over_powered().fetch_one(&mut connection).await;
        let over_powered =
            over_powered.map_err(|error| format!("the database of {placement} is out of reach: {error}"))?;
        self.checked().insert(placement.to_owned(), !over_powered);
        if over_powered {
            return Err(format!(
                "the DATABASE_URL of {placement} signs in as a superuser, a role maker or an owner of clinics' tables: \
                 give the gateway the restricted role that `celadon migrate` makes"
            ));
        }
        Ok(connection.server_version_num())
    }

    fn checked(&self) -> std::sync::MutexGuard<'_, HashMap<String, bool>> {
        self.inner.checked.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn is_refused(&self, placement: &str) -> bool {
        self.checked().get(placement) == Some(&false)
    }

    /// Refuses a placement whose login was not found to be restricted.
    async fn require_checked(&self, placement: &str) -> Result<(), sqlx::Error> {
        let known = self.checked().get(placement).copied();
        let is_restricted = match known {
            Some(known) => known,
            None => self.check_placement(placement).await.is_ok(),
        };
        // Treated as out of reach: 503.
        if is_restricted { Ok(()) } else { Err(sqlx::Error::PoolClosed) }
    }

    /// Whether the registry answers soon enough for a probe.
    pub async fn is_reachable(&self) -> bool {
        let asked = self.inner.registry.execute(sql::PING);
        timeout(Duration::from_secs(1), asked).await.is_ok_and(|answer| answer.is_ok())
    }

    /// Closes every idle connection, and waits a limited time for the others.
    ///
    /// sqlx would wait without limit for an open transaction, and for a database that no longer answers.
    pub async fn close(&self) {
        self.close_within(CLOSED_WITHIN).await;
    }

    pub async fn close_within(&self, patience: Duration) {
        let shards: Vec<_> = {
            let mut shards = self.inner.shards.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            shards.drain().map(|(_, shard)| shard).collect()
        };
        let all = join(join_all(shards.iter().map(Shard::close)), self.inner.registry.close());
        if timeout(patience, all).await.is_err() {
            tracing::warn!("some connections to the database could not be closed in order");
        }
    }
}

impl Inner {
    /// The number of connections by placement and state. The registry's pool is listed under its own name.
    fn connections(&self) -> Vec<(String, &'static str, u64)> {
        let pool = (u64::from(self.registry.size()), self.registry.num_idle() as u64);
        let most = u64::from(self.connections_per_shard);
        let mut placements = BTreeMap::from([("registry".to_owned(), (pool.0, pool.1, most))]);
        let shards = self.shards.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for ((placement, _), shard) in shards.iter() {
            let (open, idle) = shard.connections();
            let counted = placements.entry(placement.clone()).or_default();
            *counted = (counted.0 + open, counted.1 + idle, counted.2 + most);
        }
        let reported = |(placement, (open, idle, most)): (String, (u64, u64, u64))| {
            let used = open.saturating_sub(idle);
            [(placement.clone(), "idle", idle), (placement.clone(), "used", used), (placement, "max", most)]
        };
        placements.into_iter().flat_map(reported).collect()
    }
}

fn options(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    let options: PgConnectOptions = url.parse()?;
    // The product has more statements than sqlx keeps prepared by default, and some are kept for each clinic. Every
    // statement that sqlx drops costs a round trip.
    let statements = 500 + usize::from(plans());
    Ok(options.application_name("celadon").statement_cache_capacity(statements).disable_statement_logging())
}

fn registry_pool(options: PgConnectOptions, connections: u32, cleans: bool) -> PgPool {
    PgPoolOptions::new()
        // sqlx does not roll back a transaction whose BEGIN was cancelled.
        .after_release(move |connection, _| {
            Box::pin(async move {
                if cleans {
                    connection.execute(sql::ROLLBACK).await?;
                }
                Ok(true)
            })
        })
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(3))
        .idle_timeout(Duration::from_mins(5))
        .max_lifetime(Duration::from_mins(20))
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for > Duration::from_secs(30) {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(options)
}
