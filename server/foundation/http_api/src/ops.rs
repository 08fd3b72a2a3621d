//! The operator's own listener: liveness, readiness and metrics. Never public.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Router,
    http::{StatusCode, header::CONTENT_TYPE},
    routing::get,
};
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

use crate::state::App;
use base::clock::Clock;
use telemetry::Metrics;
use tenancy::{Db, OwnerDb};

/// How long Postgres may be unreachable before this server reports that it is not ready. All servers lose Postgres at
/// the same moment. If all of them left the service at once, people would get no answer at all, and after its return
/// they would wait for the next probes.
const MAX_OUTAGE: TimeDelta = TimeDelta::seconds(30);

/// Prometheus' text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Whether a process can do its work. Clones share the last result.
#[derive(Clone)]
pub struct Readiness {
    database: Database,
    clock: Clock,
    stopping: watch::Receiver<bool>,
    reachability: Arc<Mutex<Reachability>>,
}

/// The kind of connection to Postgres that is checked.
#[derive(Clone)]
enum Database {
    Gateway(Db),
    Owner(OwnerDb),
}

/// The result of the last check of Postgres.
#[derive(Clone, Copy)]
enum Reachability {
    /// Not checked yet, because the process has just started.
    Unknown,
    Reachable,
    UnreachableSince(DateTime<Utc>),
}

impl Readiness {
    /// `stopping` becomes true when the process has been asked to stop.
    pub fn new(app: &App, stopping: watch::Receiver<bool>) -> Self {
        Self::by(Database::Gateway(app.tenants.db.clone()), app.clock.clone(), stopping)
    }

    /// For a process with the owner's rights.
    pub fn of_owner(db: OwnerDb, clock: Clock, stopping: watch::Receiver<bool>) -> Self {
        Self::by(Database::Owner(db), clock, stopping)
    }

    fn by(database: Database, clock: Clock, stopping: watch::Receiver<bool>) -> Self {
        Self { database, clock, stopping, reachability: Arc::new(Mutex::new(Reachability::Unknown)) }
    }

    pub async fn is_ready(&self) -> bool {
        if *self.stopping.borrow() {
            return false;
        }
        let reachable = match &self.database {
            Database::Gateway(db) => db.is_reachable().await,
            Database::Owner(db) => db.is_reachable().await,
        };
        let now = self.clock.now();
        let mut reachability = self.reachability.lock().unwrap_or_else(PoisonError::into_inner);
        *reachability = match *reachability {
            _ if reachable => Reachability::Reachable,
            Reachability::Reachable => Reachability::UnreachableSince(now),
            before => before,
        };
        match *reachability {
            Reachability::Unknown => false,
            Reachability::Reachable => true,
            Reachability::UnreachableSince(since) => now - since < MAX_OUTAGE,
        }
    }
}

/// Health, readiness and metrics.
pub fn router(readiness: Readiness, metrics: Metrics) -> Router {
    let ready = async move || {
        if readiness.is_ready().await { StatusCode::NO_CONTENT } else { StatusCode::SERVICE_UNAVAILABLE }
    };
    Router::new()
        .route("/health/live", get(async || StatusCode::NO_CONTENT))
        .route("/health/ready", get(ready))
        .route("/metrics", get(async move || ([(CONTENT_TYPE, TEXT)], metrics.text())))
}
