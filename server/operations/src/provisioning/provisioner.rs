//! Keeps the warm pool of unclaimed clinics for sign-ups, with the owner's rights.

use std::time::Duration;

use sea_orm::DbErr;
use sqlx::postgres::PgListener;

use base::clock::Clock;
use telemetry::Metrics;
use tenancy::{OwnerDb, WARM_POOL_CHANNEL};

/// How often the pool is checked without a notification, in case one was missed.
const ROUND: Duration = Duration::from_mins(1);

/// Makes unclaimed clinics whenever there are too few, and removes the clinics of failed claims.
pub struct Provisioner {
    db: OwnerDb,
    wanted: u32,
    clock: Clock,
    metrics: Metrics,
}

impl Provisioner {
    pub fn new(db: OwnerDb, wanted: u32, clock: Clock) -> Self {
        Self { db, wanted, clock, metrics: Metrics::unsent() }
    }

    /// Reports the outcome of the rounds to these metrics.
    #[must_use]
    pub fn measured_by(self, metrics: Metrics) -> Self {
        Self { metrics, ..self }
    }

    /// Works until the task is dropped. The URL is the owner's own, without a pooler.
    pub async fn run(self, url: String) {
        loop {
            if let Err(error) = self.listen(&url).await {
                tracing::warn!(reason = %error, "lost the notices of claimed clinics");
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn listen(&self, url: &str) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(url).await?;
        listener.listen(WARM_POOL_CHANNEL).await?;
        let mut round = tokio::time::interval(ROUND);
        loop {
            let filled = self.fill().await;
            self.metrics.spares(if filled.is_ok() { "done" } else { "failed" });
            if let Err(error) = filled {
                tracing::error!(reason = %error, "spare clinics could not be made");
            }
            tokio::select! {
                _ = round.tick() => {}
                notice = listener.try_recv() => drop(notice?),
            }
        }
    }

    /// Makes the missing unclaimed clinics.
    pub async fn fill(&self) -> Result<(), DbErr> {
        let discarded = self.db.discard_spoilt().await?;
        let mut made = 0_u32;
        while super::create_spare(&self.db, self.wanted, self.clock.now()).await? {
            made += 1;
        }
        if made > 0 || discarded > 0 {
            tracing::info!(clinics.made = made, clinics.discarded = discarded, "spare clinics");
        }
        Ok(())
    }
}
