//! The background work for all clinics: their jobs, periodic upkeep, and the answers to "find my clinic".

mod figures;
mod sql;
mod upkeep;

pub use upkeep::run_upkeep;

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use super::sign_up::{answer_finds, forget_sign_ups};
use http_api::state::App;
use mail::Mailer;
use outbox::{Worker, forget_recipients, share};

/// How often "find my clinic" requests are answered.
const FINDS: Duration = Duration::from_secs(20);
/// How often the clinics are counted.
const COUNTED: Duration = Duration::from_mins(1);

/// Works until `stop`. Jobs that are running then are released for the next worker.
pub async fn run(app: App, mailer: Mailer, direct_url: String, stop: impl Future<Output = ()>) {
    let worker = Worker::new(app.clone(), mailer.clone());
    let (keeper, share) = share(&direct_url);
    let work = async {
        tokio::join!(
            keeper.run(),
            worker.run(&direct_url, share.clone()),
            upkeep::run(app.clone(), share),
            answer(&app, &mailer),
            count(&app)
        );
    };
    tokio::select! {
        () = work => {}
        () = stop => {}
    }
    worker.give_back().await;
}

/// Answers the requests made at the platform's own host.
async fn answer(app: &App, mailer: &Mailer) {
    let mut every = interval(FINDS);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        if let Err(error) = answer_finds(app, mailer).await {
            tracing::warn!(reason = %error, "requests to find a clinic were not answered");
        }
        let now = app.clock.now();
        if let Err(error) = forget_sign_ups(&app.tenants.db, now).await {
            tracing::warn!(reason = %error, "old sign-ups were not forgotten");
        }
        if let Err(error) = forget_recipients(&app.tenants.db, now).await {
            tracing::warn!(reason = %error, "recipients of old mails were not forgotten");
        }
    }
}

async fn count(app: &App) {
    let mut every = interval(COUNTED);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        count_once(app).await;
    }
}

async fn count_once(app: &App) {
    if let Err(error) = figures::of_the_registry(app).await {
        tracing::warn!(reason = %error, "the clinics could not be counted");
    }
}

/// One round through one clinic: its jobs, upkeep and metrics.
pub async fn round(worker: &Worker, app: &App, clinic: uuid::Uuid) {
    worker.visit_each(&[clinic]).await;
    count_once(app).await;
    upkeep::one_round(app, &[clinic]).await;
}
