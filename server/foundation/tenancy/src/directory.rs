//! Finds the clinic of a subdomain, and caches it in memory. The registry's notifications clear the cache at once;
//! without a listening connection, an entry is kept for only a few seconds.
#![expect(clippy::disallowed_methods, reason = "it listens")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use entity::words::ClinicStatus;
use moka::{Expiry, future::Cache};
use sqlx::{Executor, postgres::PgListener};
use tokio::time::timeout;

use super::{
    clinic::{CHANNEL, Clinic},
    db::Db,
    sql,
};
use base::error::{Error, Result};

/// How long an entry is kept while no connection listens for notifications.
const KEPT: Duration = Duration::from_secs(5);

/// How long an entry is kept while notifications are received, so that thousands of clinics are not read again
/// every few seconds.
const KEPT_LISTENING: Duration = Duration::from_mins(5);

/// After this long without a notification the connection is checked.
const SILENCE: Duration = Duration::from_secs(2);

/// How long that check may take. The check and the silence together take no longer than [`KEPT`].
const CHECK_WITHIN: Duration = Duration::from_secs(3);

/// The cached directory. Clones share one cache.
#[derive(Clone)]
pub struct Directory {
    db: Db,
    known: Cache<String, Entry>,
    /// Counts the registry's notifications.
    notices: Arc<AtomicU64>,
    listening: Arc<AtomicBool>,
}

#[derive(Clone)]
struct Entry {
    clinic: Option<Arc<Clinic>>,
    /// The number of notifications before the entry was read. After another notification the entry is not used,
    /// even if it was inserted later.
    notices: u64,
}

/// Chooses an entry's lifetime. It depends on whether a connection listens when the entry is made.
struct ByListening(Arc<AtomicBool>);

impl ByListening {
    fn kept(&self) -> Duration {
        if self.0.load(Ordering::Acquire) { KEPT_LISTENING } else { KEPT }
    }
}

impl Expiry<String, Entry> for ByListening {
    fn expire_after_create(&self, _: &String, _: &Entry, _: Instant) -> Option<Duration> {
        Some(self.kept())
    }

    fn expire_after_update(&self, _: &String, _: &Entry, _: Instant, _: Option<Duration>) -> Option<Duration> {
        Some(self.kept())
    }
}

impl Directory {
    pub fn new(db: Db) -> Self {
        let listening = Arc::new(AtomicBool::new(false));
        let known = Cache::builder().max_capacity(20_000).expire_after(ByListening(Arc::clone(&listening))).build();
        Self { db, known, notices: Arc::default(), listening }
    }

    /// Fails when no clinic has this subdomain.
    pub async fn find(&self, subdomain: &str) -> Result<Arc<Clinic>> {
        loop {
            let notices_before = self.notices.load(Ordering::Acquire);
            let known = self.known.try_get_with_by_ref(subdomain, self.read(subdomain)).await;
            match known {
                Ok(known) if known.notices < notices_before => self.known.invalidate(subdomain).await,
                Ok(known) => return known.clinic.ok_or(Error::NoSuchClinic),
                Err(error) => {
                    tracing::error!(reason = %error, "the registry could not be read");
                    return Err(Error::Unavailable);
                }
            }
        }
    }

    /// Whether the cache of this server has a clinic of this name.
    pub async fn has_found(&self, subdomain: &str) -> bool {
        self.known.get(subdomain).await.is_some_and(|known| known.clinic.is_some())
    }

    /// Reads from the registry whether the cached place of a clinic is out of date: the clinic has moved, is being
    /// moved, or was deleted. If so, the next request reads the registry as well.
    pub async fn has_moved(&self, known: &Clinic) -> Result<bool> {
        let row = self.db.clinic_by_id(known.id).await?.filter(|(row, _)| row.status != ClinicStatus::Deleted);
        let stays = match row.map(Clinic::try_from).transpose()? {
            Some(current) => current.is_where(known) && current.open_for_jobs().is_ok(),
            None => false,
        };
        if !stays {
            self.known.invalidate(&known.subdomain).await;
        }
        Ok(!stays)
    }

    async fn read(&self, subdomain: &str) -> Result<Entry> {
        let notices = self.notices.load(Ordering::Acquire);
        let row = self.db.clinic_by_subdomain(subdomain).await?;
        let clinic = row.map(|row| Clinic::try_from(row).map(Arc::new)).transpose()?;
        Ok(Entry { clinic, notices })
    }

    /// Clears the cache; the next requests read the registry.
    pub fn forget(&self) {
        self.notices.fetch_add(1, Ordering::AcqRel);
    }

    pub fn set_listening(&self, whether: bool) {
        self.listening.store(whether, Ordering::Release);
        // Notifications may have been missed before this moment, and may be missed after it.
        self.forget();
    }
}

/// Listens for changes of the registry until the task is dropped. After each lost connection the cache is
/// cleared, because notifications may have been missed.
pub async fn watch(directory: Directory, direct_url: String) {
    loop {
        match timeout(KEPT, listen(&direct_url)).await {
            Ok(Ok(mut listener)) => {
                directory.set_listening(true);
                let error = forget_on_notices(&directory, &mut listener).await;
                directory.set_listening(false);
                tracing::warn!(reason = %error, "lost the registry's notices");
            }
            Ok(Err(error)) => tracing::warn!(reason = %error, "cannot listen for the registry's notices"),
            Err(_) => tracing::warn!("cannot listen for the registry's notices: no answer"),
        }
        directory.forget();
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Clears entries with each notification until the connection is lost. [`watch`] reconnects, because it also clears
/// the cache. A check after a silence finds a connection that broke without notice, for example behind a router that
/// dropped it.
pub async fn forget_on_notices(directory: &Directory, listener: &mut PgListener) -> sqlx::Error {
    loop {
        match timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(_))) => directory.forget(),
            Ok(Ok(None)) => return sqlx::Error::PoolClosed,
            Ok(Err(error)) => return error,
            Err(_) => match timeout(CHECK_WITHIN, (&mut *listener).execute(sql::PING)).await {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return error,
                Err(_) => return sqlx::Error::PoolTimedOut,
            },
        }
    }
}

pub async fn listen(url: &str) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect(url).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}
