//! The state that handlers and jobs share.

use std::{
    any::{Any, TypeId},
    collections::{BTreeSet, HashMap},
    ops::Deref,
    sync::Arc,
};

use axum::extract::FromRef;
use ipnet::IpNet;
use tokio::runtime::Handle;

use crate::{
    gate::Gate,
    lists::{ListThreads, Lists},
    measure::Measure,
    rate_limit::RateLimits,
};
use base::clock::Clock;
use config::{BaseUrl, Config, MasterKey};
use crypto::password::Passwords;
use telemetry::Metrics;
use tenancy::{Db, Directory, SessionKeys, TenantState};

/// The application's state. Cheap to clone: axum clones it several times for each request.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
}

/// The parts that are made once at start and read by every request.
#[derive(Clone)]
pub struct Shared {
    pub tenants: TenantState,
    pub directory: Directory,
    pub clock: Clock,
    pub passwords: Passwords,
    pub limits: RateLimits,
    /// Multiplies the rate limits, except those of sign-ins and webhooks.
    pub rate_limit_factor: u32,
    pub base_url: BaseUrl,
    pub master: MasterKey,
    /// True with an SMTP server. Without one, mails are files on this machine.
    pub sends_mail: bool,
    trusted_proxies: Arc<[IpNet]>,
    trusted_hops: usize,
    list_threads: Option<Handle>,
    /// The parts that features keep for the whole server, by type.
    parts: HashMap<TypeId, Arc<dyn Any + Send + Sync>>,
}

impl App {
    /// Opens no connection yet.
    ///
    /// Fails when a database URL is malformed.
    pub fn new(config: &Config, metrics: Metrics) -> Result<Self, sqlx::Error> {
        let db = Db::with_placements(&config.database_url, &config.placements, config.connections_per_shard)?
            .measured_by(metrics);
        Ok(Self::with_db(config, db))
    }

    pub fn with_db(config: &Config, db: Db) -> Self {
        let shared = Shared {
            directory: Directory::new(db.clone()),
            tenants: TenantState { db, keys: SessionKeys::new(config.secret.clone(), config.base_url.secure()) },
            clock: Clock::default(),
            passwords: Passwords::default(),
            limits: RateLimits::new(config.rate_limit_factor),
            rate_limit_factor: config.rate_limit_factor,
            base_url: config.base_url.clone(),
            master: config.secret.clone(),
            sends_mail: config.mail_server.is_some(),
            trusted_proxies: config.trusted_proxies.clone().into(),
            trusted_hops: config.trusted_hops,
            list_threads: None,
            parts: HashMap::new(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// The same state with separate threads for long lists. Without them, lists are read on the request's thread.
    #[must_use]
    pub fn reading_lists_on(mut self, threads: &ListThreads) -> Self {
        Arc::make_mut(&mut self.shared).list_threads = threads.handle();
        self
    }

    /// The same state with a feature's own part; handlers of the feature take it as `State<T>`.
    #[must_use]
    pub fn with_part<T: Send + Sync + 'static>(mut self, part: T) -> Self {
        Arc::make_mut(&mut self.shared).parts.insert(TypeId::of::<T>(), Arc::new(part));
        self
    }

    /// A feature's own part, which `app` registered.
    ///
    /// # Panics
    /// When `app` has registered no part of this type. Every test of the feature shows that mistake.
    #[expect(clippy::expect_used, reason = "the parts are put in at start, in one place")]
    pub fn part<T: Send + Sync + 'static>(&self) -> &T {
        let part = self.parts.get(&TypeId::of::<T>()).and_then(|part| part.downcast_ref());
        part.expect("app puts in every part")
    }

    /// A copy of the state with some parts replaced.
    #[must_use]
    pub fn changed(mut self, change: impl FnOnce(&mut Shared)) -> Self {
        change(Arc::make_mut(&mut self.shared));
        self
    }

    pub fn metrics(&self) -> &Metrics {
        self.tenants.db.metrics()
    }

    pub fn measure(&self) -> Measure {
        Measure { metrics: self.metrics().clone(), trusted_proxies: Arc::clone(&self.trusted_proxies) }
    }

    /// The gate. `platform` has the routes of the platform's host.
    pub fn gate(&self, platform: BTreeSet<String>) -> Arc<Gate> {
        Arc::new(Gate {
            directory: self.directory.clone(),
            limits: self.limits.clone(),
            clock: self.clock.clone(),
            base_url: self.base_url.clone(),
            trusted_proxies: Arc::clone(&self.trusted_proxies),
            trusted_hops: self.trusted_hops,
            platform,
            lists: Lists::new(self.list_threads.clone()),
        })
    }
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}

impl FromRef<App> for TenantState {
    fn from_ref(app: &App) -> Self {
        app.tenants.clone()
    }
}
