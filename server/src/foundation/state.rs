//! What handlers and jobs share.

use std::{collections::BTreeSet, ops::Deref, sync::Arc};

use axum::extract::FromRef;
use ipnet::IpNet;
use tokio::runtime::Handle;
use utoipa::openapi::OpenApi;

use crate::{
    features::billing::Billing,
    foundation::{
        clock::Clock,
        config::{BaseUrl, Config, MasterKey},
        crypto::password::Passwords,
        http::{
            gate::Door,
            lists::{ListThreads, Lists},
            measure::Measure,
            rate_limit::RateLimits,
        },
        jobs::MailLimits,
        telemetry::Metrics,
        tenancy::{Db, Directory, Gate, SessionKeys},
    },
    operations::sign_up::DailyLimit,
};

/// The application's state. A clone costs nothing: axum makes several for each request.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
}

/// What is made once for a server; every request reads it.
#[derive(Clone)]
pub struct Shared {
    pub gate: Gate,
    pub directory: Directory,
    pub clock: Clock,
    pub passwords: Passwords,
    pub limits: RateLimits,
    pub sign_ups: DailyLimit,
    pub finds: DailyLimit,
    pub mail_limits: MailLimits,
    pub base_url: BaseUrl,
    pub master: MasterKey,
    /// Mails go out; without, they are files on this machine.
    pub sends_mail: bool,
    pub billing: Billing,
    trusted_proxies: Arc<[IpNet]>,
    trusted_hops: usize,
    list_threads: Option<Handle>,
}

impl App {
    /// Opens no connection yet.
    ///
    /// # Errors
    /// When the database's URL is none.
    pub fn new(config: &Config, metrics: Metrics) -> Result<Self, sqlx::Error> {
        let db = Db::with_placements(&config.database_url, &config.placements, config.connections_per_shard)?
            .measured_by(metrics);
        Ok(Self::with_db(config, db))
    }

    pub fn with_db(config: &Config, db: Db) -> Self {
        let shared = Shared {
            directory: Directory::new(db.clone()),
            billing: Billing::new(&db, config.stripe.as_ref(), config.enforcement),
            gate: Gate { db, keys: SessionKeys::new(config.secret.clone(), config.base_url.secure()) },
            clock: Clock::default(),
            passwords: Passwords::default(),
            limits: RateLimits::new(config.rate_limit_factor),
            sign_ups: DailyLimit::sign_ups(config.rate_limit_factor),
            finds: DailyLimit::finds(config.rate_limit_factor),
            mail_limits: MailLimits::new(config.rate_limit_factor),
            base_url: config.base_url.clone(),
            master: config.secret.clone(),
            sends_mail: config.smtp_url.is_some(),
            trusted_proxies: config.trusted_proxies.clone().into(),
            trusted_hops: config.trusted_hops,
            list_threads: None,
        };
        Self { shared: Arc::new(shared) }
    }

    /// The same with threads on which long lists are read; without, they are read where they are asked for.
    #[must_use]
    pub fn reading_lists_on(mut self, threads: &ListThreads) -> Self {
        Arc::make_mut(&mut self.shared).list_threads = threads.handle();
        self
    }

    /// Another one, like this but for what is changed here.
    #[cfg(test)]
    #[must_use]
    pub fn changed(mut self, change: impl FnOnce(&mut Shared)) -> Self {
        change(Arc::make_mut(&mut self.shared));
        self
    }

    pub fn metrics(&self) -> &Metrics {
        self.gate.db.metrics()
    }

    pub fn measure(&self) -> Measure {
        Measure { metrics: self.metrics().clone(), trusted_proxies: Arc::clone(&self.trusted_proxies) }
    }

    /// The door before routes that are described so, and of which these are the platform's own.
    pub fn door(&self, described: &OpenApi, platform: BTreeSet<String>) -> Arc<Door> {
        Arc::new(Door {
            directory: self.directory.clone(),
            limits: self.limits.clone(),
            clock: self.clock.clone(),
            base_url: self.base_url.clone(),
            trusted_proxies: Arc::clone(&self.trusted_proxies),
            trusted_hops: self.trusted_hops,
            platform,
            lists: Lists::of(described, self.list_threads.clone()),
        })
    }
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}

impl FromRef<App> for Gate {
    fn from_ref(app: &App) -> Self {
        app.gate.clone()
    }
}
