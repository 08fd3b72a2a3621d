//! Syncs our rows with Stripe by fetching its current state. An event only starts a sync. Its content is not used,
//! because events come twice, late and in any order.
//!
//! An account is claimed with a lease and a token, fetched outside of any transaction, and written only while
//! the token is still valid. The registry's row stays locked while the clinic's rows are committed. After a crash
//! between the two commits the account still waits for a sync, and that sync changes nothing.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    ids::{AttemptId, SubscriptionId},
    registry::{billing_account, checkout_attempt, stripe_event},
    words::CheckoutState,
};
use rand::RngExt;
use sea_orm::ActiveValue::Set;
use sqlx::postgres::PgListener;
use uuid::Uuid;

use super::{
    OUT_OF_REACH,
    gateway::{Customer, GatewayError, SessionState, StripeGateway},
    notices::{self, Notice},
    project::{Account, project},
    repo::{self, BillingRepo, ClaimedAccount, SyncLease},
    rows,
};
use base::{
    clock::Clock,
    error::{Error, Result},
};
use tenancy::{Db, enter_for_job};

/// How often the server searches for due accounts: after a missed notification or a failed sync.
const ROUND: Duration = Duration::from_secs(5);
/// How often the server searches for accounts that were not synced for a day.
const SWEEP: Duration = Duration::from_hours(1);
/// An account that was not synced for this long is synced anyway, because a webhook may have been lost.
const SYNC_AT_LEAST_EVERY: TimeDelta = TimeDelta::days(1);
/// How long an event's ids are kept.
const KEPT: TimeDelta = TimeDelta::days(90);

/// Syncs accounts. Clones share everything.
#[derive(Clone)]
pub struct Syncer {
    pub(super) db: Db,
    pub(super) repo: BillingRepo,
    pub(super) gateway: Arc<dyn StripeGateway>,
    pub(super) clock: Clock,
}

/// The outcome of a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncOutcome {
    Written,
    /// Another worker has claimed the account and fetched later.
    Overtaken,
    /// The sync is tried again later.
    Failed,
}

/// The fetched state of an account.
pub struct Fetched {
    customer: Customer,
    events: Vec<stripe_event::Model>,
    attempts: Vec<checkout_attempt::Model>,
    /// Open checkouts that are over, and how they ended.
    over: Vec<(AttemptId, CheckoutState)>,
}

impl Fetched {
    /// The rows of the form for which the page has expired without a payment.
    fn left(&self) -> impl Iterator<Item = SubscriptionId> {
        let expired = self.over.iter().filter(|(_, state)| *state == CheckoutState::Expired).map(|(id, _)| id);
        expired.filter_map(|id| self.attempts.iter().find(|attempt| attempt.id == *id)?.subscription_row_id)
    }
}

impl Syncer {
    /// Works until the task is dropped.
    pub async fn run(self, direct_url: String) {
        loop {
            if let Err(error) = self.listen(&direct_url).await {
                tracing::warn!(reason = %error, "lost the notices of billing");
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn listen(&self, direct_url: &str) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(direct_url).await?;
        listener.listen(repo::CHANNEL).await?;
        let mut round = tokio::time::interval(ROUND);
        let mut sweep = tokio::time::interval(SWEEP);
        loop {
            tokio::select! {
                _ = round.tick() => {}
                _ = sweep.tick() => self.sweep().await,
                notice = listener.try_recv() => drop(notice?),
            }
            self.work(None).await;
        }
    }

    /// Asks for a sync of the accounts that were not synced for a day.
    pub async fn sweep(&self) {
        let now = self.clock.now();
        match self.repo.sweep(SYNC_AT_LEAST_EVERY, KEPT, now).await {
            Ok(0) => {}
            Ok(accounts) => tracing::info!(accounts, "accounts that were not synced for a day are due"),
            Err(error) => tracing::warn!(reason = %error, "the accounts could not be gone through"),
        }
        if let Ok(events @ 1..) = self.repo.count_unmatched(now).await {
            tracing::warn!(events, "events of unknown customers");
        }
    }

    /// Syncs every account that is due, or one clinic's.
    pub async fn work(&self, clinic: Option<Uuid>) {
        loop {
            match self.one(clinic).await {
                Ok(Some(SyncOutcome::Written)) => {}
                Ok(Some(SyncOutcome::Failed | SyncOutcome::Overtaken)) if clinic.is_none() => {}
                Ok(_) => return,
                Err(error) => {
                    tracing::warn!(reason = %error, "due billing accounts could not be read");
                    return;
                }
            }
        }
    }

    /// Claims and syncs one account. `None` if no account is due.
    pub async fn one(&self, clinic: Option<Uuid>) -> Result<Option<SyncOutcome>> {
        let Some(claimed) = self.repo.claim(clinic, self.clock.now()).await? else { return Ok(None) };
        let synced = match self.fetch(&claimed).await {
            Ok(fetched) => self.write(claimed.clone(), fetched).await,
            Err(error) => Err(error),
        };
        match synced {
            Ok(synced) => Ok(Some(synced)),
            Err(error) => {
                self.db.metrics().stripe_events("failed", 1);
                self.retry_later(&claimed, &error).await?;
                Ok(Some(SyncOutcome::Failed))
            }
        }
    }

    async fn retry_later(&self, claimed: &ClaimedAccount, error: &Error) -> Result<()> {
        let attempts = claimed.attempts + 1;
        let seconds = 1_i64 << attempts.clamp(1, 12);
        let pause = TimeDelta::seconds(seconds.min(3_600) + rand::rng().random_range(0..=seconds.min(3_600) / 4));
        if attempts >= 5 {
            tracing::error!(clinic.id = %claimed.clinic, attempts, reason = %error, "an account cannot be synced");
        } else {
            tracing::warn!(clinic.id = %claimed.clinic, attempts, reason = %error, "an account could not be synced");
        }
        // The error's text may come from a library, so it is only logged, for operators.
        self.repo.give_back(claimed, reason(error), pause, self.clock.now()).await
    }

    /// Fetches from Stripe, with no transaction open.
    pub async fn fetch(&self, claimed: &ClaimedAccount) -> Result<Fetched> {
        // Read before the fetch from Stripe, so that later events cause another sync.
        let events = self.repo.pending(claimed.clinic).await?;
        let attempts = self.repo.attempts(claimed.clinic).await?;
        let customer = self.gateway.customer(&claimed.customer).await.map_err(out_of_reach)?;
        let mut over = Vec::new();
        for attempt in attempts.iter().filter(|attempt| attempt.state == CheckoutState::Open) {
            let began = |snapshot: &super::gateway::SubSnapshot| snapshot.attempt == Some(attempt.id);
            if customer.subscriptions.iter().any(began) {
                over.push((attempt.id, CheckoutState::Completed));
                continue;
            }
            let state = match &attempt.stripe_session_id {
                Some(session) => match self.gateway.session(session).await {
                    Ok(session) => session.state,
                    Err(GatewayError::Missing) => SessionState::Expired,
                    Err(error) => return Err(out_of_reach(error)),
                },
                None if attempt.expires_at <= self.clock.now() => SessionState::Expired,
                None => SessionState::Open,
            };
            match state {
                SessionState::Open => {}
                SessionState::Complete => over.push((attempt.id, CheckoutState::Completed)),
                SessionState::Expired => over.push((attempt.id, CheckoutState::Expired)),
            }
        }
        Ok(Fetched { customer, events, attempts, over })
    }

    /// Writes the fetched state, unless another worker has fetched later.
    pub async fn write(&self, claimed: ClaimedAccount, fetched: Fetched) -> Result<SyncOutcome> {
        let now = self.clock.now();
        let clinic = claimed.clinic;
        // Entered before the registry's row is locked, to keep that lock short.
        let entered = enter_for_job(&self.db, clinic).await?;
        let Some(lease) = self.repo.hold(claimed).await? else { return Ok(SyncOutcome::Overtaken) };
        let known =
            rows::read(&entered.tx, fetched.attempts.iter().filter_map(|attempt| attempt.subscription_row_id)).await?;
        // Only our own record of a checkout of this clinic leads to a row. The data of an event or a subscription
        // does not.
        let attempt_of = |snapshot: &super::gateway::SubSnapshot| {
            fetched.attempts.iter().find(|attempt| Some(attempt.id) == snapshot.attempt)
        };
        let form_row = |snapshot: &super::gateway::SubSnapshot| attempt_of(snapshot)?.subscription_row_id;
        let projection = project(&fetched.customer, &known, form_row, entered.clinic.time_zone, now);
        for alert in &projection.alerts {
            tracing::error!(clinic.id = %clinic, alert, "billing needs a person");
        }
        let begun_by = |at: usize| Some(attempt_of(&fetched.customer.subscriptions[at])?.created_by);
        rows::write(&entered.tx, &projection.changes, begun_by, now).await?;
        for row in fetched.left() {
            rows::withdraw(&entered.tx, row, now).await?;
        }
        let mut notices = Notice::of_changes(&projection.changes, &known);
        notices.extend(fetched.events.iter().filter_map(|event| Notice::of_event(event, &fetched.customer, now)));
        notices::keep(&entered.tx, clinic, &notices, now).await?;
        for event in &fetched.events {
            if event.kind == "charge.dispute.created" {
                tracing::error!(clinic.id = %clinic, event.id, "a charge is disputed");
            }
        }
        entered.commit().await?;
        finish(lease, &fetched, &projection.account, now).await?;
        self.db.metrics().stripe_events("done", fetched.events.len() as u64);
        Ok(SyncOutcome::Written)
    }
}

async fn finish(lease: SyncLease, fetched: &Fetched, account: &Account, now: DateTime<Utc>) -> Result<()> {
    for (attempt, state) in &fetched.over {
        lease.close_attempt(*attempt, *state, now).await?;
    }
    let events: Vec<_> = fetched.events.iter().map(|event| event.id.clone()).collect();
    let seen = billing_account::ActiveModel {
        stripe_subscription_id: Set(account.stripe_subscription_id.clone()),
        stripe_status: Set(account.stripe_status.clone()),
        status: Set(account.status),
        plan: Set(account.plan),
        billing: Set(account.cycle),
        current_period_end: Set(account.current_period_end),
        cancel_at: Set(account.cancel_at),
        past_due_since: Set(account.past_due_since),
        trial_used_at: Set(account.trial_used_at),
        ..Default::default()
    };
    lease.finish(seen, &events, now).await
}

#[expect(clippy::needless_pass_by_value, reason = "so that it stands in map_err by its name")]
fn out_of_reach(error: GatewayError) -> Error {
    OUT_OF_REACH.because(error.short()).into()
}

/// The reason for the account's row. People read it, so it never holds a library's text.
fn reason(error: &Error) -> &'static str {
    match error {
        Error::Named(refusal) if refusal.code == OUT_OF_REACH.code => refusal.cause.unwrap_or("other"),
        Error::ClinicSuspended => "the clinic is suspended",
        Error::Db(_) => "the database",
        _ => "other",
    }
}
