//! State that the API, the pages, the deliverer and the tests share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Body;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use tokio::sync::watch;

use crate::{
    Request,
    attempt::Delivery,
    chaos::{Chaos, Failure, Planned, take_failure},
    keep,
    settings::{Settings, Webhook},
    world::World,
};

pub struct Shared {
    pub settings: Settings,
    /// `http://127.0.0.1:PORT`.
    pub base: String,
    pub http: Client<HttpConnector, Body>,
    /// How many bursts are on their way.
    pub on_the_way: watch::Sender<usize>,
    pub(crate) world: Mutex<World>,
    controls: Mutex<Controls>,
}

/// What tests set and read; never stored.
#[derive(Default)]
pub struct Controls {
    pub chaos: Chaos,
    pub faults: Vec<Planned>,
    pub webhook: Option<Webhook>,
    pub requests: Vec<Request>,
    pub held: Vec<Delivery>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub fn new(settings: Settings, base: String, world: World) -> Arc<Self> {
        let controls = Controls { webhook: settings.webhook.clone(), ..Controls::default() };
        let http = Client::builder(TokioExecutor::new()).build_http();
        let (on_the_way, _) = watch::channel(0);
        Arc::new(Self { settings, base, http, on_the_way, world: Mutex::new(world), controls: Mutex::new(controls) })
    }

    pub fn wall_clock(&self) -> i64 {
        (self.settings.wall_clock)()
    }

    pub fn controls(&self) -> MutexGuard<'_, Controls> {
        lock(&self.controls)
    }

    /// Reads the state without moving time.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&lock(&self.world))
    }

    /// Changes only the log and the marks of deliveries.
    pub fn record<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let mut world = lock(&self.world);
        let result = change(&mut world);
        keep::save(self.settings.data_file.as_deref(), &world);
        result
    }

    pub fn failure(&self, call: &str) -> Option<Failure> {
        take_failure(&mut self.controls().faults, call)
    }

    pub fn note(&self, request: Request) {
        let mut controls = self.controls();
        // A demo runs for days; a test makes far fewer.
        if controls.requests.len() == 10_000 {
            controls.requests.remove(0);
        }
        controls.requests.push(request);
    }
}
