//! A shard's connections, each used by one transaction at a time.
//!
//! sqlx's own pool pings every connection that is returned, and would need a second statement to clean it: two round
//! trips for each request. But a transaction that ended with COMMIT or ROLLBACK leaves nothing to clean. Here a
//! connection whose transaction ended is reused as it is. Only a connection whose request was cancelled is cleaned
//! first, in the background. sqlx's pool still opens connections and limits their number and age.
//!
//! A backend of Postgres that enters a clinic for the first time reads and caches the catalog entries of its tables,
//! which costs ten times a query. So a clinic is sent to the same connection unless it would have to wait for it:
//! each connection has a slot, and each clinic has preferred slots.
#![expect(clippy::disallowed_methods, reason = "its connections are its own")]

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::future::select_all;
use sqlx::{
    AssertSqlSafe, Connection, Executor, PgPool, Postgres,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgConnection, PgPoolOptions, PgRow},
};
use tokio::{
    runtime::Handle,
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};
use uuid::Uuid;

use super::{
    literals::Literals,
    prepared::{BoundQuery, PreparedState},
    sql,
};

/// How long a request waits for a permit, and then for a connection.
pub const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a clinic waits for a slot whose connection it has used, although another slot is free. A new connection
/// must read the clinic's catalog, and keeps it in memory until it is closed.
const WAIT_FOR_OWN: Duration = Duration::from_millis(50);

/// The same if the slot's clinic uses several connections, because then the wait may be long.
const WAIT_BESIDE_NOISE: Duration = Duration::from_millis(10);

/// How long a statement may continue after its request was cancelled.
const CLEANED_WITHIN: Duration = Duration::from_secs(5);

/// A connection that was idle for longer is pinged before it is used.
const TRUSTED: Duration = Duration::from_secs(30);

/// A connection that was idle for this long is closed.
const KEPT: Duration = Duration::from_mins(5);

/// Connections are closed at this age, because a backend's catalog cache grows with each clinic that it enters.
const LONGEST: Duration = Duration::from_mins(20);

/// The number of quotas above which quotas that are not in use are dropped.
const QUOTAS_KEPT: usize = 256;

/// The connections of one shard. Clones share them.
#[derive(Clone)]
pub struct Shard {
    inner: Arc<Inner>,
}

struct Inner {
    pool: PgPool,
    permits: Arc<Semaphore>,
    /// How many connections each clinic may hold. Has the clinics in use, and some more.
    quotas: StdMutex<HashMap<Uuid, Arc<Semaphore>>>,
    quota: usize,
    /// For each slot, the semaphore of its one connection.
    slots: Vec<Arc<Semaphore>>,
    /// For each slot, its idle connection.
    idle: StdMutex<Vec<Option<IdleConnection>>>,
    /// For each slot, the quota of the clinic that used it last.
    tenants: StdMutex<Vec<Option<Arc<Semaphore>>>>,
    /// [`ACQUIRE_TIMEOUT`], or longer in tests.
    acquire_within: Duration,
    /// False only in the test that shows what happens without cleaning.
    cleans: bool,
}

struct IdleConnection {
    connection: PoolConnection<Postgres>,
    borrowed_at: Instant,
    prepared: HashSet<&'static str>,
    /// The clinics that have used the connection.
    clinics: HashSet<Uuid>,
    since: Instant,
}

impl Shard {
    /// Opens no connection yet.
    pub fn new(options: PgConnectOptions, connections: u32, acquire_within: Duration, cleans: bool) -> Self {
        let pool = PgPoolOptions::new()
            .max_connections(connections.max(1))
            .acquire_timeout(acquire_within)
            .idle_timeout(KEPT)
            .max_lifetime(LONGEST)
            .test_before_acquire(false)
            .connect_lazy_with(options);
        let connections = usize::try_from(connections).unwrap_or(1).max(1);
        let permits = Arc::new(Semaphore::new(connections));
        let slots: Vec<_> = (0..connections).map(|_| Arc::new(Semaphore::new(1))).collect();
        let idle = StdMutex::new(slots.iter().map(|_| None).collect());
        let tenants = StdMutex::new(vec![None; slots.len()]);
        let (quotas, quota) = (StdMutex::default(), connections.div_ceil(2));
        Self { inner: Arc::new(Inner { pool, permits, quotas, quota, slots, idle, tenants, acquire_within, cleans }) }
    }

    /// Acquires a connection that is in no transaction and in no clinic. A clinic holds at most half of the shard's
    /// connections and waits for more in its own queue, so that the other clinics find a free one.
    ///
    /// Fails when no connection becomes free in time.
    pub async fn acquire(&self, clinic: Uuid) -> Result<Lease, sqlx::Error> {
        let all = async {
            let quotas = self.inner.quota_of(clinic);
            let quota = Arc::clone(&quotas).acquire_owned().await?;
            let permit = Arc::clone(&self.inner.permits).acquire_owned().await?;
            let others = self.inner.at_work(&quotas).saturating_sub(1);
            let (slot, at) = self.inner.slot(clinic, others).await?;
            self.inner.tenants()[at] = Some(quotas);
            Ok(Permit { at, _held: [quota, permit, slot] })
        };
        let permit = timeout(self.inner.acquire_within, all)
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)?
            .map_err(|_: AcquireError| sqlx::Error::PoolClosed)?;
        let take_idle = self.take_idle(permit.at).await;
        let mut held = if let Some(IdleConnection { connection, borrowed_at, prepared, clinics, .. }) = take_idle {
            HeldConnection { connection, borrowed_at, prepared, clinics, permit }
        } else {
            let connection = self.inner.pool.acquire().await?;
            let (prepared, clinics) = Default::default();
            HeldConnection { connection, borrowed_at: Instant::now(), prepared, clinics, permit }
        };
        held.clinics.insert(clinic);
        Ok(Lease { held: Some(held), shard: self.clone(), settled: true, audit: None })
    }

    /// The idle connection of this slot, if there is one and it is alive.
    async fn take_idle(&self, slot: usize) -> Option<IdleConnection> {
        let mut idle = self.inner.idle().get_mut(slot)?.take()?;
        // sqlx's pool closes a connection of that age when it is returned.
        if idle.borrowed_at.elapsed() >= LONGEST {
            return None;
        }
        if idle.since.elapsed() < TRUSTED || idle.connection.ping().await.is_ok() {
            return Some(idle);
        }
        drop(idle.connection.detach());
        None
    }

    /// How many connections are open, and how many of them are idle.
    pub(super) fn connections(&self) -> (u64, u64) {
        let idle = self.inner.idle().iter().flatten().count() + self.inner.pool.num_idle();
        (u64::from(self.inner.pool.size()), idle as u64)
    }

    pub(super) async fn close(&self) {
        self.inner.permits.close();
        self.inner.idle().iter_mut().for_each(|idle| drop(idle.take()));
        self.inner.pool.close().await;
    }
}

impl Inner {
    fn quota_of(&self, clinic: Uuid) -> Arc<Semaphore> {
        let mut quotas = self.quotas.lock().unwrap_or_else(PoisonError::into_inner);
        if quotas.len() >= QUOTAS_KEPT && !quotas.contains_key(&clinic) {
            // A request that holds a connection, or waits for one, also holds the quota's semaphore.
            quotas.retain(|_, quota| Arc::strong_count(quota) > 1);
        }
        Arc::clone(quotas.entry(clinic).or_insert_with(|| Arc::new(Semaphore::new(self.quota))))
    }

    /// A slot for a clinic that has `others` requests in progress. The first request goes to the clinic's preferred
    /// slot, the second to that slot or the next, and so on, whichever is free. If these are taken, the request goes
    /// to another slot whose connection the clinic has used. If there is none, the request waits a moment before it
    /// takes any slot. So a clinic that shares a slot with a busy clinic waits once for each other request of the
    /// busy clinic.
    async fn slot(&self, clinic: Uuid, others: usize) -> Result<(OwnedSemaphorePermit, usize), AcquireError> {
        let many = self.slots.len();
        // The low bits choose the shard; all clinics in a shard share them.
        let own = usize::try_from((clinic.as_u128() >> 32) % many as u128).unwrap_or(0);
        let known: Vec<_> = (0..=others.min(many - 1)).map(|next| (own + next) % many).collect();
        let free = |at: usize| Arc::clone(&self.slots[at]).try_acquire_owned().ok().map(|slot| (slot, at));
        let found = known.iter().copied().find_map(free);
        if let Some(found) = found.or_else(|| self.slots_used_by(clinic).into_iter().find_map(free)) {
            return Ok(found);
        }
        let is_noise = self.tenants()[own].as_ref().is_some_and(|tenant| self.at_work(tenant) > 1);
        let patience = if is_noise { WAIT_BESIDE_NOISE } else { WAIT_FOR_OWN };
        if let Ok(slot) = timeout(patience, self.first_of(known)).await {
            return slot;
        }
        // This request has a permit, and there are as many permits as slots, so one slot is free.
        self.first_of((0..many).collect()).await
    }

    /// How many connections a clinic with this quota holds or waits for.
    fn at_work(&self, quota: &Semaphore) -> usize {
        self.quota.saturating_sub(quota.available_permits())
    }

    fn tenants(&self) -> MutexGuard<'_, Vec<Option<Arc<Semaphore>>>> {
        self.tenants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The slots whose idle connections the clinic has used.
    fn slots_used_by(&self, clinic: Uuid) -> Vec<usize> {
        let clinics = |idle: &Option<IdleConnection>| idle.as_ref().is_some_and(|idle| idle.clinics.contains(&clinic));
        self.idle().iter().enumerate().filter(|(_, idle)| clinics(idle)).map(|(at, _)| at).collect()
    }

    async fn first_of(&self, slots: Vec<usize>) -> Result<(OwnedSemaphorePermit, usize), AcquireError> {
        let waiting = slots.iter().map(|&at| Box::pin(Arc::clone(&self.slots[at]).acquire_owned()));
        let (slot, which, _) = select_all(waiting).await;
        Ok((slot?, slots[which]))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Option<IdleConnection>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes back a connection that is in no transaction and in no clinic.
    fn keep_idle(&self, held: HeldConnection) {
        let HeldConnection { connection, borrowed_at, prepared, clinics, permit } = held;
        let now = Instant::now();
        let mut idle = self.idle();
        let is_too_old = |other: &mut IdleConnection| now - other.since >= KEPT;
        let too_old: Vec<_> = idle.iter_mut().filter_map(|other| other.take_if(is_too_old)).collect();
        if let Some(slot) = idle.get_mut(permit.at) {
            *slot = Some(IdleConnection { connection, borrowed_at, prepared, clinics, since: now });
        }
        drop(idle);
        drop(too_old);
        // The permit is released only after the connection is back in its slot.
        drop(permit);
    }
}

struct HeldConnection {
    connection: PoolConnection<Postgres>,
    borrowed_at: Instant,
    /// The names of the queries that the connection is expected to have prepared.
    prepared: HashSet<&'static str>,
    clinics: HashSet<Uuid>,
    permit: Permit,
}

/// The right to use one slot.
struct Permit {
    at: usize,
    /// Permits of the clinic's quota, of the shard's connections, and of the slot.
    _held: [OwnedSemaphorePermit; 3],
}

/// A connection in use by one transaction. If dropped after the transaction ended, the connection is reused. If
/// dropped within the transaction, it is cleaned first or closed.
pub struct Lease {
    /// Present until the lease is dropped.
    held: Option<HeldConnection>,
    shard: Shard,
    settled: bool,
    /// The name of the audit row that the connection has prepared.
    audit: Option<&'static str>,
}

impl Lease {
    /// The connection, for statements inside a transaction.
    pub fn connection(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        self.held.as_mut().map(|held| &mut *held.connection).ok_or(sqlx::Error::PoolClosed)
    }

    /// Sends the simple query that begins a transaction; returns its rows.
    pub(super) async fn begin(&mut self, text: String) -> Result<Vec<PgRow>, sqlx::Error> {
        // Set before anything is sent, because from here on a cancelled request may leave a transaction open.
        self.settled = false;
        // Reads the whole answer. A stream that is dropped after its first row would leave the rest for the next statement.
        sqlx::raw_sql(AssertSqlSafe(text)).fetch_all(self.connection()?).await
    }

    /// The same with a query, which is prepared on the connection's first use and then called by name.
    ///
    /// Behind a pooler the message may reach another connection, which has prepared less or more than expected. A
    /// clinic's tables may also be newer than those of the clinic before. Then the statements are prepared again, or
    /// the query is sent once more. The pooler keeps the connection until the ROLLBACK.
    pub(super) async fn begin_with_query(
        &mut self,
        begin: &str,
        query: &BoundQuery,
    ) -> Result<Vec<PgRow>, sqlx::Error> {
        let is_prepared = self.held.as_ref().is_some_and(|held| held.prepared.contains(query.query));
        let (mut before, mut known) =
            (String::new(), if is_prepared { PreparedState::Both } else { PreparedState::Nothing });
        // Three corrections suffice: the query is missing, then the audit row exists already, then the query does.
        let mut corrections = 3;
        let rows = loop {
            match self.begin(format!("{before}{begin}; {}", query.text(known))).await {
                Ok(rows) => break rows,
                Err(error) if corrections == 0 => return Err(error),
                Err(error) => {
                    let Some((first, corrected)) = query.again(&error) else { return Err(error) };
                    (before, known) = (sql::rollback_then(first), corrected);
                    corrections -= 1;
                }
            }
        };
        if let Some(held) = self.held.as_mut() {
            held.prepared.insert(query.query);
        }
        self.audit = Some(query.audit);
        Ok(rows)
    }

    /// Sends the audit row and COMMIT in one simple query, for a transaction that began with a query.
    pub(super) async fn end_audited(self, row: &Literals) -> Result<(), sqlx::Error> {
        let no_query =
            || sqlx::Error::Protocol("a transaction that began without a prepared query has no audit row".into());
        let audit = self.audit.ok_or_else(no_query)?;
        self.end(sql::execute_and_commit(audit, row)).await
    }

    /// Sends the simple query that ends the transaction.
    pub(super) async fn end(mut self, text: impl Into<String>) -> Result<(), sqlx::Error> {
        self.connection()?.execute(AssertSqlSafe(text.into())).await?;
        self.settled = true;
        Ok(())
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(held) = self.held.take() else { return };
        let shard = Arc::clone(&self.shard.inner);
        if self.settled || !shard.cleans {
            shard.keep_idle(held);
        } else if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(clean(shard, held));
        } else {
            drop(held.connection.detach());
        }
    }
}

/// Cleans a connection and returns it. Holds its permit until then.
async fn clean(shard: Arc<Inner>, mut held: HeldConnection) {
    match timeout(CLEANED_WITHIN, held.connection.execute(sql::CLEAN)).await {
        Ok(Ok(_)) => shard.keep_idle(held),
        _ => drop(held.connection.detach()),
    }
}
