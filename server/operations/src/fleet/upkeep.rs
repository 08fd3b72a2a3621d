//! Periodic work in every clinic: sealing the audit and publishing its head; deleting what is kept for a limited time;
//! expiring points; reminding of licenses, due estimates, ending protocols, the next visit and forms; queueing copies
//! of signed records; recording expired consents; and moving the watermark of the review.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use futures_util::{StreamExt, stream};
use tokio::time::MissedTickBehavior;
use uuid::Uuid;

use super::figures::{Audits, unsealed};
use auth::{forget_notices, forget_tries, reseal};
use base::error::Result;
use chart::{protocols, review};
use consent::consents;
use contact::messages;
use http_api::state::App;
use money::{estimate_clocks, loyalty};
use outbox::{CLINICS_AT_ONCE, Share, forget_days};
use papers::documents::{forget_documents, queue_missing_copies};
use practice::{activity, team};
use public_pages::online_booking::forget_holds;
use tenancy::{clinics_in_reach, enter_for_job, forget_responses};

/// The approximate delay between an audit row and its seal. A clinic without new rows costs one transaction.
const ROUND: Duration = Duration::from_mins(5);

/// Deleting, expiring and reminding are done in every twelfth round.
const FORGET_EVERY: u32 = 12;

/// Visits the clinics of the worker's share, several at once, until the task is dropped.
pub async fn run(app: App, mut share: Share) {
    share.begun().await;
    let mut every = tokio::time::interval(ROUND);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut audits = Audits::default();
    for count in 0_u32.. {
        every.tick().await;
        match clinics_in_reach(&app.tenants.db, |clinic| share.has(clinic)).await {
            Ok(clinics) => visit_clinics(&app, &clinics, &mut audits, count).await,
            Err(error) => tracing::warn!(reason = %error, "the clinics could not be listed"),
        }
    }
}

async fn visit_clinics(app: &App, clinics: &[Uuid], audits: &mut Audits, count: u32) {
    let started = Instant::now();
    audits.begin_round(clinics);
    let forget = count.is_multiple_of(FORGET_EVERY);
    let mut visits = stream::iter(clinics.to_vec())
        .map(|clinic| async move { (clinic, visit(app, clinic, forget).await) })
        .buffer_unordered(CLINICS_AT_ONCE);
    while let Some((clinic, unsealed)) = visits.next().await {
        match unsealed {
            Ok(rows) => audits.add_unsealed(rows),
            Err(error) => tracing::warn!(clinic.id = %clinic, reason = %error, "a clinic's upkeep failed"),
        }
    }
    drop(visits);
    app.metrics().worker_round("upkeep", started.elapsed(), clinics.len());
    verify_one_audit(app, audits, clinics, count).await;
    audits.report_to(app.metrics());
}

/// Runs the upkeep of one clinic. Returns the number of its unsealed audit rows.
async fn visit(app: &App, clinic: Uuid, forget: bool) -> Result<u64> {
    let upkeep = run_upkeep(app, clinic, forget).await;
    upkeep.and(unsealed(app, clinic).await)
}

/// Verifies the whole chain of one clinic. Each round verifies another clinic, because a long chain may have millions
/// of rows. `celadon audit verify --all` verifies every clinic once a day.
async fn verify_one_audit(app: &App, audits: &mut Audits, clinics: &[Uuid], count: u32) {
    let Some(clinic) = usize::try_from(count).ok().and_then(|count| clinics.get(count % clinics.len().max(1))) else {
        return;
    };
    if let Err(error) = audits.verify_chain(app, *clinic).await {
        tracing::warn!(clinic.id = %clinic, reason = %error, "a clinic's audit could not be verified");
    }
}

/// Runs all upkeep that is due in one clinic.
pub async fn run_upkeep(app: &App, clinic: Uuid, forget: bool) -> Result<()> {
    let now = app.clock.now();
    let sealed = audit::seal(&app.tenants.db, clinic, now).await;
    // Every signature writes an audit row, so a round that sealed nothing here has no copy to queue. The hourly round
    // also finds signatures whose rows another server has sealed.
    let copied = match sealed {
        Ok(None) if !forget => Ok(()),
        _ => queue_missing_copies(app, clinic, now).await,
    };
    if !forget {
        return sealed.map(drop).and(copied);
    }
    // A failure of one task must not stop the others.
    let published = activity::publish_head(app, clinic, now).await;
    let forgotten = delete_expired_rows(app, clinic, now).await;
    let expired = loyalty::expire_due(app, clinic, now).await;
    let reminded = team::remind_of_licenses(app, clinic, now).await;
    let owed = estimate_clocks::remind_of_estimates(app, clinic, now).await;
    let recalled = messages::send_recalls(app, clinic, now).await;
    let asked = messages::remind_of_forms(app, clinic, now).await;
    let unimported = imports::forget_rows(app, clinic, now).await;
    let ended = consents::note_expired(app, clinic, now).await;
    let watermark = review::move_review_watermark(app, clinic, now).await;
    let protocols = protocols::remind_of_protocols(app, clinic, now).await;
    sealed
        .and(copied)
        .and(published)
        .and(ended)
        .and(forgotten)
        .and(expired)
        .and(reminded)
        .and(owed)
        .and(recalled)
        .and(asked)
        .and(unimported)
        .and(protocols)
        .and(watermark)
}

async fn delete_expired_rows(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    forget_responses(&entered.tx, now).await?;
    forget_tries(&entered.tx, now).await?;
    forget_days(&entered.tx, now).await?;
    forget_notices(&entered.tx, now).await?;
    forget_documents(&entered.tx, now).await?;
    forget_holds(&entered.tx, now).await?;
    let resealed = reseal(&entered.tx, &app.master, clinic).await?;
    entered.commit().await?;
    if resealed > 0 {
        tracing::info!(clinic.id = %clinic, count = resealed, "second factors were sealed with the current secret");
    }
    Ok(())
}

/// The first round only.
pub async fn one_round(app: &App, clinics: &[Uuid]) {
    visit_clinics(app, clinics, &mut Audits::default(), 0).await;
}
