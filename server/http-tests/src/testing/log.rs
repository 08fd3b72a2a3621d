//! Captures the server's log during a test, as the operator would read it.

use std::{
    io,
    sync::{Arc, LazyLock, Mutex},
};

use tracing::{Dispatch, subscriber::DefaultGuard};
use tracing_subscriber::{
    Layer,
    filter::LevelFilter,
    fmt::{self, MakeWriter},
    layer::SubscriberExt,
};

use telemetry::logged;

/// Every crate of the server, and those that speak to Stripe.
const TRACED: [&str; 26] = [
    "base",
    "config",
    "connections",
    "crypto",
    "mail",
    "telemetry",
    "tenancy",
    "audit",
    "http_api",
    "outbox",
    "evidence",
    "auth",
    "practice",
    "people",
    "imports",
    "consent",
    "contact",
    "money",
    "chart",
    "visits",
    "papers",
    "public_pages",
    "operations",
    "server",
    "stripe",
    "stripe_client_core",
];

/// A second subscriber for the whole run. While there is only one, tracing asks the thread that first comes to a line whether the line is
/// wanted, and keeps its answer for all: a test that logs nothing then silences the line for the test that reads it.
static SECOND: LazyLock<Dispatch> =
    LazyLock::new(|| Dispatch::new(tracing_subscriber::registry().with(LevelFilter::OFF)));

/// The log lines of this test's thread, until this is dropped.
pub struct Captured {
    written: Lines,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Captured {
    /// Logs our own modules and the crate for Stripe at the most detailed level, others at their default.
    pub fn begin() -> Self {
        LazyLock::force(&SECOND);
        let written = Lines::default();
        let ours = TRACED.map(|target| format!("{target}=trace")).join(",");
        let levels = logged(&format!("info,sqlx=warn,{ours}")).unwrap();
        let lines = fmt::layer().json().with_writer(written.clone()).with_filter(levels);
        let subscriber = tracing_subscriber::registry().with(lines);
        Self { written, _guard: tracing::subscriber::set_default(subscriber) }
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.written.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
