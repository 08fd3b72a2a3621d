//! A shard's connections, each handed out to one transaction at a time.
//!
//! sqlx's own pool asks every connection that comes back whether it still lives, and would need a
//! second question to clean it: two round trips for each request, though a transaction that ended
//! with COMMIT or ROLLBACK has left nothing to clean. Here a connection whose transaction ended is
//! handed out again as it is, and only one whose request was cut short is cleaned first, behind the
//! requests' backs. sqlx's pool stays the maker of connections, and limits their number and age.
//!
//! A backend of Postgres that sees a clinic for the first time reads the catalog of its tables, which
//! costs ten times what a question does, and keeps it. So a clinic comes to the same connection again
//! as long as nobody makes it wait for that: each connection has a slot, and a clinic has slots it
//! goes to first.

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

/// How long a request waits for its permit.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a clinic waits for a slot that knows it while another is free: making another one know it
/// takes its time, and room for as long as the connection lives.
const WAIT_FOR_OWN: Duration = Duration::from_millis(50);

/// The same where a clinic holds it that is at work elsewhere too, which may go on for long.
const WAIT_BESIDE_NOISE: Duration = Duration::from_millis(10);

/// A statement that runs on after its request was cut short is waited for so long.
const CLEANED_WITHIN: Duration = Duration::from_secs(5);

/// A connection that rested longer is asked whether it still lives before it is handed out.
const TRUSTED: Duration = Duration::from_secs(30);

/// A connection that nobody needed for so long is given up.
const KEPT: Duration = Duration::from_mins(5);

/// A backend's catalog cache grows with the clinics it has seen (reference tenancy 2), so none
/// grows old.
const LONGEST: Duration = Duration::from_mins(20);

/// So many clinics' quotas are kept before those at rest are forgotten.
const QUOTAS_KEPT: usize = 256;

/// The connections of one shard. Clones quota them.
#[derive(Clone)]
pub(super) struct Shard {
    inner: Arc<Inner>,
}

struct Inner {
    pool: PgPool,
    permits: Arc<Semaphore>,
    /// What each clinic may hold of them; those of clinics that are at work, and some more.
    quotas: StdMutex<HashMap<Uuid, Arc<Semaphore>>>,
    quota: usize,
    /// Who may use the connection of a slot, which is one at a time.
    slots: Vec<Arc<Semaphore>>,
    /// By slot: the connection that waits there to be handed out.
    resting: StdMutex<Vec<Option<Resting>>>,
    /// By slot: the quota of the clinic that was there last.
    tenants: StdMutex<Vec<Option<Arc<Semaphore>>>>,
    /// Off only in the test that shows what happens then.
    cleans: bool,
}

struct Resting {
    connection: PoolConnection<Postgres>,
    borrowed_at: Instant,
    prepared: HashSet<&'static str>,
    /// The clinics it has been in.
    knows: HashSet<Uuid>,
    since: Instant,
}

impl Shard {
    /// Opens no connection yet.
    pub(super) fn new(options: PgConnectOptions, connections: u32, cleans: bool) -> Self {
        let pool = PgPoolOptions::new()
            .max_connections(connections.max(1))
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .idle_timeout(KEPT)
            .max_lifetime(LONGEST)
            .test_before_acquire(false)
            .connect_lazy_with(options);
        let connections = usize::try_from(connections).unwrap_or(1).max(1);
        let permits = Arc::new(Semaphore::new(connections));
        let slots: Vec<_> = (0..connections).map(|_| Arc::new(Semaphore::new(1))).collect();
        let resting = StdMutex::new(slots.iter().map(|_| None).collect());
        let tenants = StdMutex::new(vec![None; slots.len()]);
        let (quotas, quota) = (StdMutex::default(), connections.div_ceil(2));
        Self { inner: Arc::new(Inner { pool, permits, quotas, quota, slots, resting, tenants, cleans }) }
    }

    /// Acquires a connection that is in no transaction and in no clinic. A clinic holds half of the
    /// shard's connections at most, and waits for more in a queue of its own: the others find one.
    ///
    /// # Errors
    /// When none gets free in time, or the database is out of reach.
    pub(super) async fn acquire(&self, clinic: Uuid) -> Result<Lease, sqlx::Error> {
        let all = async {
            let quotas = self.inner.quota_of(clinic);
            let quota = Arc::clone(&quotas).acquire_owned().await?;
            let permit = Arc::clone(&self.inner.permits).acquire_owned().await?;
            let others = self.inner.at_work(&quotas).saturating_sub(1);
            let (slot, at) = self.inner.slot(clinic, others).await?;
            self.inner.tenants()[at] = Some(quotas);
            Ok(Permit { at, _held: [quota, permit, slot] })
        };
        let permit = timeout(ACQUIRE_TIMEOUT, all)
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)?
            .map_err(|_: AcquireError| sqlx::Error::PoolClosed)?;
        let rested = self.rested(permit.at).await;
        let mut held = if let Some(Resting { connection, borrowed_at, prepared, knows, .. }) = rested {
            HeldConnection { connection, borrowed_at, prepared, knows, permit }
        } else {
            let connection = self.inner.pool.acquire().await?;
            let (prepared, knows) = Default::default();
            HeldConnection { connection, borrowed_at: Instant::now(), prepared, knows, permit }
        };
        held.knows.insert(clinic);
        Ok(Lease { held: Some(held), shard: self.clone(), settled: true, audit: None })
    }

    /// The connection that waits in this slot to be handed out again, if one is there and lives.
    async fn rested(&self, slot: usize) -> Option<Resting> {
        let mut resting = self.inner.resting().get_mut(slot)?.take()?;
        // One that is given up goes back to sqlx's pool, which closes it at its age.
        if resting.borrowed_at.elapsed() >= LONGEST {
            return None;
        }
        if resting.since.elapsed() < TRUSTED || resting.connection.ping().await.is_ok() {
            return Some(resting);
        }
        drop(resting.connection.detach());
        None
    }

    /// How many connections are open, and how many of them nobody uses.
    pub(super) fn connections(&self) -> (u64, u64) {
        let idle = self.inner.resting().iter().flatten().count() + self.inner.pool.num_idle();
        (u64::from(self.inner.pool.size()), idle as u64)
    }

    pub(super) async fn close(&self) {
        self.inner.permits.close();
        self.inner.resting().iter_mut().for_each(|resting| drop(resting.take()));
        self.inner.pool.close().await;
    }
}

impl Inner {
    fn quota_of(&self, clinic: Uuid) -> Arc<Semaphore> {
        let mut quotas = self.quotas.lock().unwrap_or_else(PoisonError::into_inner);
        if quotas.len() >= QUOTAS_KEPT && !quotas.contains_key(&clinic) {
            // Whoever holds or awaits a connection holds its semaphore too.
            quotas.retain(|_, quota| Arc::strong_count(quota) > 1);
        }
        Arc::clone(quotas.entry(clinic).or_insert_with(|| Arc::new(Semaphore::new(self.quota))))
    }

    /// A slot for a clinic that has `others` at work already. The first goes to the clinic's own
    /// slot, the second to that or the next, and so on, whichever is free. Where they are taken, it
    /// goes to another that knows it; and where none does, it waits a moment before it goes anywhere.
    /// So whoever quotas a slot with a noisy clinic waits for it once for each of the others.
    async fn slot(&self, clinic: Uuid, others: usize) -> Result<(OwnedSemaphorePermit, usize), AcquireError> {
        let many = self.slots.len();
        // The low bits choose the shard: those in it have them in common.
        let own = usize::try_from((clinic.as_u128() >> 32) % many as u128).unwrap_or(0);
        let known: Vec<_> = (0..=others.min(many - 1)).map(|next| (own + next) % many).collect();
        let free = |at: usize| Arc::clone(&self.slots[at]).try_acquire_owned().ok().map(|slot| (slot, at));
        let found = known.iter().copied().find_map(free);
        if let Some(found) = found.or_else(|| self.knowing(clinic).into_iter().find_map(free)) {
            return Ok(found);
        }
        let is_noise = self.tenants()[own].as_ref().is_some_and(|tenant| self.at_work(tenant) > 1);
        let patience = if is_noise { WAIT_BESIDE_NOISE } else { WAIT_FOR_OWN };
        if let Ok(slot) = timeout(patience, self.first_of(known)).await {
            return slot;
        }
        // Whoever is here has a permit, and there are as many permits as slots: one is free.
        self.first_of((0..many).collect()).await
    }

    /// How many connections a clinic with this quota holds or is about to.
    fn at_work(&self, quota: &Semaphore) -> usize {
        self.quota.saturating_sub(quota.available_permits())
    }

    fn tenants(&self) -> MutexGuard<'_, Vec<Option<Arc<Semaphore>>>> {
        self.tenants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The slots whose connections are at rest and know the clinic.
    fn knowing(&self, clinic: Uuid) -> Vec<usize> {
        let knows = |resting: &Option<Resting>| resting.as_ref().is_some_and(|resting| resting.knows.contains(&clinic));
        self.resting().iter().enumerate().filter(|(_, resting)| knows(resting)).map(|(at, _)| at).collect()
    }

    async fn first_of(&self, slots: Vec<usize>) -> Result<(OwnedSemaphorePermit, usize), AcquireError> {
        let waiting = slots.iter().map(|&at| Box::pin(Arc::clone(&self.slots[at]).acquire_owned()));
        let (slot, which, _) = select_all(waiting).await;
        Ok((slot?, slots[which]))
    }

    fn resting(&self) -> MutexGuard<'_, Vec<Option<Resting>>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a connection back that is in no transaction and in no clinic.
    fn rest(&self, held: HeldConnection) {
        let HeldConnection { connection, borrowed_at, prepared, knows, permit } = held;
        let now = Instant::now();
        let mut resting = self.resting();
        let is_tired = |other: &mut Resting| now - other.since >= KEPT;
        let tired: Vec<_> = resting.iter_mut().filter_map(|other| other.take_if(is_tired)).collect();
        if let Some(slot) = resting.get_mut(permit.at) {
            *slot = Some(Resting { connection, borrowed_at, prepared, knows, since: now });
        }
        drop(resting);
        drop(tired);
        // Whoever waits finds the connection there.
        drop(permit);
    }
}

struct HeldConnection {
    connection: PoolConnection<Postgres>,
    borrowed_at: Instant,
    /// The names of questions that it is believed to know.
    prepared: HashSet<&'static str>,
    knows: HashSet<Uuid>,
    permit: Permit,
}

/// Somebody's permit at a slot.
struct Permit {
    at: usize,
    /// Of the clinic's quota, of the shard's connections, and the slot's own.
    _held: [OwnedSemaphorePermit; 3],
}

/// A connection on loan. Dropped at rest, it is handed out again; dropped in the middle of something, it
/// is cleaned first or closed.
pub(super) struct Lease {
    /// There until it is dropped.
    held: Option<HeldConnection>,
    shard: Shard,
    settled: bool,
    /// The name of the audit row that the connection was heard to know.
    audit: Option<&'static str>,
}

impl Lease {
    /// The connection, for what happens inside a transaction.
    pub(super) fn connection(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        self.held.as_mut().map(|held| &mut *held.connection).ok_or(sqlx::Error::PoolClosed)
    }

    /// Sends the simple query that begins a transaction; answers the rows that came with it.
    pub(super) async fn begin(&mut self, text: String) -> Result<Vec<PgRow>, sqlx::Error> {
        // Before anything is sent: from here on nobody knows what a cut would leave.
        self.settled = false;
        // To the end of the answer: a stream dropped after its first row would leave the rest of it
        // for the next statement to read.
        sqlx::raw_sql(AssertSqlSafe(text)).fetch_all(self.connection()?).await
    }

    /// The same with a question after it, which the connection is told once and then knows by name.
    ///
    /// Behind a pooler it may come to another connection, which knows less or more than was believed,
    /// and a clinic's tables may be newer than those of the clinic before: then it is told, or asked,
    /// once more. The pooler stays with the connection until the ROLLBACK.
    pub(super) async fn begin_asking(&mut self, begin: &str, asked: &BoundQuery) -> Result<Vec<PgRow>, sqlx::Error> {
        let is_known = self.held.as_ref().is_some_and(|held| held.prepared.contains(asked.question));
        let (mut before, mut known) =
            (String::new(), if is_known { PreparedState::Both } else { PreparedState::Nothing });
        // It forgot; it knows the audit row after all; and the question as well.
        let mut corrections = 3;
        let rows = loop {
            match self.begin(format!("{before}{begin}; {}", asked.text(known))).await {
                Ok(rows) => break rows,
                Err(error) if corrections == 0 => return Err(error),
                Err(error) => {
                    let Some((first, corrected)) = asked.again(&error) else { return Err(error) };
                    (before, known) = (sql::rollback_then(first), corrected);
                    corrections -= 1;
                }
            }
        };
        if let Some(held) = self.held.as_mut() {
            held.prepared.insert(asked.question);
        }
        self.audit = Some(asked.audit);
        Ok(rows)
    }

    /// Sends the audit row and COMMIT in one simple query, for a transaction that began with a
    /// question.
    pub(super) async fn end_audited(self, row: &Literals) -> Result<(), sqlx::Error> {
        let unasked = || sqlx::Error::Protocol("a transaction that began without a question has no audit row".into());
        let audit = self.audit.ok_or_else(unasked)?;
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
            shard.rest(held);
        } else if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(clean(shard, held));
        } else {
            drop(held.connection.detach());
        }
    }
}

/// Brings a connection back to rest. Its permit is not over before.
async fn clean(shard: Arc<Inner>, mut held: HeldConnection) {
    match timeout(CLEANED_WITHIN, held.connection.execute(sql::CLEAN)).await {
        Ok(Ok(_)) => shard.rest(held),
        _ => drop(held.connection.detach()),
    }
}
