//! The clinics of a worker: the workers that are alive divide all clinics among them.
//!
//! Each clinic belongs to a part by its id. A worker holds a part by an advisory lock in its own session. So the
//! database itself releases the parts of a worker that has ended, and nothing is stored about workers. For a moment
//! two workers may have one clinic, or none. The outbox gives each job to one worker, and a worker that takes over a
//! part checks all of its clinics at once. If a worker hangs or its machine is lost, the database ends the session
//! after half a minute of silence.

use std::{collections::BTreeSet, time::Duration};

use sqlx::{Connection, postgres::PgConnection};
use tokio::sync::watch;
use uuid::Uuid;

use super::sql;

/// The number of parts. There are many more parts than workers, so that shares differ by little.
const PARTS: u8 = 240;

/// How often a worker compares its share with the number of workers.
const COMPARED: Duration = Duration::from_secs(5);

/// The database ends the session of a worker that was silent for this long.
const SILENT: Duration = Duration::from_secs(30);

/// The clinics of one worker. Clones see the same changes.
#[derive(Clone)]
pub struct Share(watch::Receiver<Parts>);

/// The parts that a worker holds.
pub(super) type Parts = BTreeSet<u8>;

/// Holds a share as long as its session lives.
pub struct ShareKeeper {
    direct_url: String,
    held: watch::Sender<Parts>,
    compared: Duration,
}

/// The share of a new worker, empty until the keeper runs. The URL leads to the database without a pooler.
pub fn share(direct_url: &str) -> (ShareKeeper, Share) {
    let (held, share) = watch::channel(Parts::new());
    (ShareKeeper { direct_url: direct_url.to_owned(), held, compared: COMPARED }, Share(share))
}

impl Share {
    /// Whether the clinic is in the worker's share.
    pub fn has(&self, clinic: Uuid) -> bool {
        self.0.borrow().contains(&part(clinic))
    }

    /// Returns when the worker's share has a part.
    pub async fn begun(&mut self) {
        // If the keeper has ended, the share does not change any more.
        let _ = self.0.wait_for(|held| !held.is_empty()).await;
    }

    pub fn parts(&self) -> Parts {
        self.0.borrow().clone()
    }

    /// Returns when the worker has parts that are not in `known`. Parts that it has lost are removed from `known`.
    pub(super) async fn gained(&mut self, known: &mut Parts) {
        loop {
            let held = self.0.borrow_and_update().clone();
            if !held.is_subset(known) {
                return;
            }
            *known = held;
            if self.0.changed().await.is_err() {
                // The keeper has ended, so the share does not change any more.
                std::future::pending::<()>().await;
            }
        }
    }
}

fn part(clinic: Uuid) -> u8 {
    u8::try_from(clinic.as_u128() % u128::from(PARTS)).unwrap_or(0)
}

impl ShareKeeper {
    /// Compares more often, for a test.
    #[must_use]
    pub fn hurried(self) -> Self {
        Self { compared: Duration::from_millis(20), ..self }
    }

    /// Takes and releases parts until the future is dropped. Its session ends with it.
    pub async fn run(self) {
        loop {
            if let Err(error) = self.keep().await {
                tracing::warn!(reason = %error, "lost the share of the clinics");
            }
            self.held.send_replace(Parts::new());
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn keep(&self) -> Result<(), sqlx::Error> {
        let mut session = PgConnection::connect(&self.direct_url).await?;
        sqlx::raw_sql(sql::begin_share(SILENT)).execute(&mut session).await?;
        let mut held = Parts::new();
        let mut every = tokio::time::interval(self.compared);
        loop {
            every.tick().await;
            compare(&mut session, &mut held).await?;
            self.held.send_if_modified(|known| {
                let differs = *known != held;
                known.clone_from(&held);
                differs
            });
        }
    }
}

/// Releases the parts beyond this worker's share, or takes free parts up to it.
async fn compare(session: &mut PgConnection, held: &mut Parts) -> Result<(), sqlx::Error> {
    let workers = sql::workers().fetch_one(&mut *session).await?.max(1).unsigned_abs();
    let most = usize::try_from(u64::from(PARTS).div_ceil(workers)).unwrap_or(usize::MAX);
    if held.len() > most {
        let given: Vec<_> = held.iter().copied().skip(most).collect();
        sql::release_parts(&given).execute(session).await?;
        held.retain(|part| !given.contains(part));
    } else if held.len() < most {
        let wanted: Vec<_> = (0..PARTS).filter(|part| !held.contains(part)).collect();
        let taken = sql::take_parts(&wanted, most - held.len()).fetch_all(session).await?;
        held.extend(taken.into_iter().filter_map(|part| u8::try_from(part).ok()));
    }
    Ok(())
}
