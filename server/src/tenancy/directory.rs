//! Which clinic answers to which subdomain, kept in memory for a few seconds and forgotten at
//! once when the registry says that something changed.

use std::{sync::Arc, time::Duration};

use chrono_tz::Tz;
use entity::registry::clinic;
use moka::future::Cache;
use sqlx::postgres::PgListener;
use uuid::Uuid;

use super::db::Db;
use crate::error::{Error, Result};

/// The channel on which the registry's changes are told.
pub const CHANNEL: &str = "celadon_directory";

/// How long an entry is believed when no word comes through.
const KEPT: Duration = Duration::from_secs(5);

/// A clinic that is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clinic {
    pub id: Uuid,
    pub subdomain: String,
    pub name: String,
    pub time_zone: Tz,
    pub(super) schema: String,
    pub(super) placement: String,
    pub(super) shard: u16,
    suspended: bool,
    schema_version: String,
}

impl Clinic {
    /// # Errors
    /// When the clinic is suspended, or its tables are older or newer than this server can serve.
    pub fn open(&self) -> Result<()> {
        if self.suspended {
            return Err(Error::ClinicSuspended);
        }
        let version = self.schema_version.as_str();
        if version < migration::clinic::OLDEST_SERVED || version > migration::clinic::LATEST {
            tracing::warn!(clinic.id = %self.id, schema.version = version, "a clinic's tables are out of this server's range");
            return Err(Error::Unavailable);
        }
        Ok(())
    }
}

impl TryFrom<clinic::Model> for Clinic {
    type Error = Error;

    fn try_from(row: clinic::Model) -> Result<Self> {
        Ok(Self {
            time_zone: row.time_zone.parse().map_err(|_| Error::Internal("a clinic's time zone is unknown".into()))?,
            shard: u16::try_from(row.shard).map_err(|_| Error::Internal("a clinic's shard is out of range".into()))?,
            id: row.id,
            subdomain: row.subdomain,
            name: row.name,
            schema: row.schema_name,
            placement: row.placement,
            suspended: row.status != "active",
            schema_version: row.schema_version,
        })
    }
}

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
