//! Which clinic answers to which subdomain, kept in memory for a few seconds and forgotten at
//! once when the registry says that something changed.

use std::{sync::Arc, time::Duration};

use moka::future::Cache;
use sqlx::postgres::PgListener;

use super::{
    clinic::{CHANNEL, Clinic},
    db::Db,
};
use crate::error::{Error, Result};

/// How long an entry is believed when no word comes through.
const KEPT: Duration = Duration::from_secs(5);

/// The cached directory. Clones share one cache.
#[derive(Clone)]
pub struct Directory {
    db: Db,
    known: Cache<String, Option<Arc<Clinic>>>,
}

impl Directory {
    pub fn new(db: Db) -> Self {
        Self { db, known: Cache::builder().max_capacity(20_000).time_to_live(KEPT).build() }
    }

    /// # Errors
    /// When no clinic has this subdomain, or the registry is out of reach.
    pub async fn find(&self, subdomain: &str) -> Result<Arc<Clinic>> {
        let found = self
            .known
            .try_get_with_by_ref(subdomain, async {
                let row = self.db.clinic_by_subdomain(subdomain).await?;
                row.map(|row| Clinic::try_from(row).map(Arc::new)).transpose()
            })
            .await;
        match found {
            Ok(clinic) => clinic.ok_or(Error::NoSuchClinic),
            Err(error) => {
                tracing::error!(reason = %error, "the registry could not be read");
                Err(Error::Unavailable)
            }
        }
    }

    /// Whether the registry, asked itself, says that a clinic is no longer to be served where this
    /// server believed it to be: it has moved, is on the way, or was deleted. Then the next request
    /// asks the registry too.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn has_left(&self, known: &Clinic) -> Result<bool> {
        let row = self.db.clinic_by_id(known.id).await?.filter(|row| row.status != "deleted");
        let stays = match row.map(Clinic::try_from).transpose()? {
            Some(told) => told.is_where(known) && told.open_for_jobs().is_ok(),
            None => false,
        };
        if !stays {
            self.known.invalidate(&known.subdomain).await;
        }
        Ok(!stays)
    }

    /// Forgets everything; the next requests ask the registry.
    pub fn forget(&self) {
        self.known.invalidate_all();
    }
}

/// Listens for changes of the registry until the task is dropped. Whenever the connection was
/// lost, everything is forgotten, because word may have been missed.
pub async fn watch(directory: Directory, direct_url: String) {
    loop {
        match listen(&direct_url).await {
            Ok(mut listener) => {
                directory.forget();
                loop {
                    match listener.try_recv().await {
                        Ok(_) => directory.forget(),
                        Err(error) => {
                            tracing::warn!(reason = %error, "lost the registry's notices");
                            break;
                        }
                    }
                }
            }
            Err(error) => tracing::warn!(reason = %error, "cannot listen for the registry's notices"),
        }
        directory.forget();
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn listen(url: &str) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}
