//! Tells a worker that a job is due: by the notifications of commits, and by a round through the clinics of its share
//! in case a notification was missed.

use std::time::{Duration, Instant};

use futures_util::{StreamExt, future::join_all, stream};
use sqlx::postgres::PgListener;
use tokio::sync::Notify;
use uuid::Uuid;

use super::{
    CHANNEL, Share, Worker,
    figures::{Due, Waiting},
    lane::Lane,
    share::Parts,
};
use base::error::Result;
use tenancy::{clinics_in_reach, enter_for_job};

/// How often every clinic is checked, in case a notification was missed.
const ROUND: Duration = Duration::from_mins(1);

/// How many clinics are checked at once. Requests may share the connections.
pub const CLINICS_AT_ONCE: usize = 4;

/// Queues the clinics that notifications name, until the future is dropped. Notifies `missed` if others may have been missed.
async fn listen(direct_url: &str, share: &Share, lanes: &[Lane; 3], missed: &Notify) {
    loop {
        let Err(error) = queue_named(direct_url, share, lanes, missed).await;
        tracing::warn!(reason = %error, "lost the notices of new work");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn queue_named(
    direct_url: &str,
    share: &Share,
    lanes: &[Lane; 3],
    missed: &Notify,
) -> Result<std::convert::Infallible, sqlx::Error> {
    let mut listener = PgListener::connect(direct_url).await?;
    listener.listen(CHANNEL).await?;
    missed.notify_one();
    loop {
        match listener.try_recv().await? {
            Some(notice) => {
                if let Ok(clinic) = notice.payload().parse()
                    && share.has(clinic)
                {
                    // The notification does not name the job's kind.
                    for lane in lanes {
                        lane.push(clinic);
                    }
                }
            }
            None => missed.notify_one(),
        }
    }
}

impl Worker {
    /// Works until the future is dropped. After that, call [`Worker::give_back`].
    pub async fn run(&self, direct_url: &str, share: Share) {
        let lanes = Lane::all();
        let missed = Notify::new();
        tokio::join!(
            join_all(lanes.iter().map(|lane| self.work_in(lane))),
            listen(direct_url, &share, &lanes, &missed),
            self.check_in_rounds(share.clone(), &lanes, &missed),
        );
    }

    /// Checks every clinic of the share once a minute, and whenever the share has grown or notifications were missed.
    async fn check_in_rounds(&self, mut share: Share, lanes: &[Lane; 3], missed: &Notify) {
        let mut round = tokio::time::interval(ROUND);
        round.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut checked = Parts::new();
        loop {
            tokio::select! {
                _ = round.tick() => {}
                () = share.gained(&mut checked) => {}
                () = missed.notified() => {}
            }
            checked = share.parts();
            match clinics_in_reach(&self.app.tenants.db, |clinic| share.has(clinic)).await {
                Ok(clinics) => self.check_each(&clinics, lanes).await,
                Err(error) => tracing::warn!(reason = %error, "the clinics could not be listed"),
            }
        }
    }

    /// Queues every clinic in which a job is due, and reports the number of due jobs to the metrics.
    pub(super) async fn check_each(&self, clinics: &[Uuid], lanes: &[Lane; 3]) {
        let (now, started) = (self.app.clock.now(), Instant::now());
        let mut waiting = Waiting::new(self.jobs());
        let mut found = stream::iter(clinics.to_vec())
            .map(|clinic| async move { (clinic, self.due(clinic).await) })
            .buffer_unordered(CLINICS_AT_ONCE);
        while let Some((clinic, due)) = found.next().await {
            match due {
                Ok(due) => {
                    let wanted = waiting.add(&due, now);
                    for lane in lanes.iter().filter(|lane| wanted.contains(&lane.kind)) {
                        lane.push(clinic);
                    }
                }
                Err(error) => {
                    tracing::warn!(clinic.id = %clinic, reason = %error, "a clinic's jobs could not be read");
                }
            }
        }
        drop(found);
        waiting.report_to(self.app.metrics());
        self.app.metrics().worker_round("jobs", started.elapsed(), clinics.len());
    }

    async fn due(&self, clinic: Uuid) -> Result<Due> {
        let entered = enter_for_job(&self.app.tenants.db, clinic).await?;
        let due = Due::read(&entered.tx, self.app.clock.now()).await?;
        entered.commit().await?;
        Ok(due)
    }
}
