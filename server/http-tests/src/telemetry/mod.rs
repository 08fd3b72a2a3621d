//! Tests the way from a request to a collector, without mocks.

mod canaries;
mod collector;
mod figures;
mod readiness;
mod traces;

use std::{
    io,
    sync::{Arc, Mutex},
};

use serde_json::Value;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::{Layer, layer::SubscriberExt};

use crate::testing::{self, Server};
use collector::Collector;
use config::Config;
use telemetry::{Settings, Telemetry, json_lines, logged};
use tenancy::Db;

/// A server that exports to its own collector. Its log lines are stored.
struct Watched {
    server: Server,
    telemetry: Telemetry,
    collector: Collector,
    lines: Lines,
    _subscriber: DefaultGuard,
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Watched {
    async fn new() -> Self {
        Self::with(testing::config(), Some(1.0)).await
    }

    /// Exports this share of the traces. `None` is without a collector.
    async fn with(config: Config, ratio: Option<f64>) -> Self {
        let collector = Collector::start().await;
        let endpoint = ratio.map(|_| collector.endpoint.clone());
        let settings = Settings { endpoint, ratio: ratio.unwrap_or(1.0), service: "celadon-test".to_owned() };
        let telemetry = Telemetry::start(&settings).unwrap();
        let lines = Lines::default();
        let writer = lines.clone();
        let log = json_lines(move || writer.clone()).with_filter(logged("debug").unwrap());
        // For this thread only, and so for this test only.
        let subscriber =
            tracing::subscriber::set_default(tracing_subscriber::registry().with(telemetry.layer()).with(log));
        let db = Db::new(&config.database_url, 4).unwrap().measured_by(telemetry.metrics.clone());
        Self { server: Server::with_db(config, db), telemetry, collector, lines, _subscriber: subscriber }
    }

    /// Stops the server's telemetry, as at the end of the process. Returns everything that it exported.
    async fn exported(self) -> Exported {
        let figures = self.telemetry.metrics.text();
        self.telemetry.stop().await;
        let (spans, metrics, bytes) = self.collector.received();
        Exported { spans, metrics, bytes, figures, lines: self.lines.text() }
    }
}

/// All data that has left the server.
struct Exported {
    spans: Vec<collector::Span>,
    metrics: Vec<collector::Metric>,
    /// The messages as they were sent.
    bytes: Vec<u8>,
    figures: String,
    lines: String,
}

impl Exported {
    /// The places where a word is found, in upper or lower case.
    fn where_is(&self, word: &str) -> Vec<&'static str> {
        let word = word.to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&word);
        let mut places = Vec::new();
        if holds(&String::from_utf8_lossy(&self.bytes)) {
            places.push("OTLP");
        }
        if holds(&self.figures) {
            places.push("/metrics");
        }
        if holds(&self.lines) {
            places.push("logs");
        }
        places
    }

    /// The log lines with this message.
    fn lines(&self, message: &str) -> Vec<Value> {
        let lines = self.lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line["message"] == message).collect()
    }

    fn span(&self, name: &str) -> &collector::Span {
        self.spans.iter().find(|span| span.name == name).unwrap_or_else(|| panic!("no span {name}"))
    }
}
