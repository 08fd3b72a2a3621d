//! What handlers and jobs share.

use std::{net::IpAddr, sync::Arc};

use axum::extract::FromRef;

use crate::{
    clock::Clock,
    config::{BaseUrl, Config, MasterKey},
    http::{door::Door, rate_limit::RateLimits},
    password::Passwords,
    tenancy::{Db, Directory, Gate, SessionKeys},
};

/// The application's state. Clones share everything.
#[derive(Clone)]
pub struct App {
    pub gate: Gate,
    pub directory: Directory,
    pub clock: Clock,
    pub passwords: Passwords,
    pub limits: RateLimits,
    pub base_url: BaseUrl,
    pub master: MasterKey,
    trusted_proxies: Arc<[IpAddr]>,
}

impl App {
    /// Opens no connection yet.
    ///
    /// # Errors
    /// When the database's URL is none.
    pub fn new(config: &Config) -> Result<Self, sqlx::Error> {
        let db = Db::new(&config.database_url, config.connections_per_shard)?;
        Ok(Self::with_db(config, db))
    }

    pub fn with_db(config: &Config, db: Db) -> Self {
        Self {
            directory: Directory::new(db.clone()),
            gate: Gate { db, keys: SessionKeys::new(config.secret.clone(), config.base_url.secure()) },
            clock: Clock::default(),
            passwords: Passwords::default(),
            limits: RateLimits::new(config.rate_limit_factor),
            base_url: config.base_url.clone(),
            master: config.secret.clone(),
            trusted_proxies: config.trusted_proxies.clone().into(),
        }
    }

    pub fn door(&self) -> Door {
        Door {
            directory: self.directory.clone(),
            limits: self.limits.clone(),
            clock: self.clock.clone(),
            base_url: self.base_url.clone(),
            trusted_proxies: Arc::clone(&self.trusted_proxies),
        }
    }
}

impl FromRef<App> for Gate {
    fn from_ref(app: &App) -> Self {
        app.gate.clone()
    }
}
