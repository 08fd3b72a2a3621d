//! Captures the server's log during a test, as the operator would read it.

use std::{
    io,
    sync::{Arc, Mutex},
};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::{
    Layer,
    fmt::{self, MakeWriter},
    layer::SubscriberExt,
};

use crate::foundation::telemetry::logged;

/// Everything that this test's thread logs, until it is dropped.
pub struct Captured {
    written: Lines,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Captured {
    /// Our own modules and the crate for Stripe at the most detailed level, others at their default.
    pub fn begin() -> Self {
        let written = Lines::default();
        let levels = logged("info,sqlx=warn,server=trace,stripe=trace,stripe_client_core=trace").unwrap();
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
