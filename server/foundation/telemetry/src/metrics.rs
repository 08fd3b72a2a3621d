//! The metrics, with the names of the contract. No label ever names a clinic or a person: each is one of a few words, or a route's template.

use std::{sync::Arc, time::Duration};

use opentelemetry::{
    KeyValue,
    metrics::{Counter, Gauge, Histogram, Meter, MeterProvider, UpDownCounter},
};
use opentelemetry_otlp::MetricExporter;
use opentelemetry_sdk::{
    Resource,
    metrics::{PeriodicReader, SdkMeterProvider},
};
use prometheus::{Registry, TextEncoder};

/// The buckets in seconds. The library's defaults are for milliseconds, so every request would fall into the first bucket.
const BUCKETS: [f64; 11] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The states of Stripe events.
const STRIPE: [&str; 4] = ["received", "done", "ignored", "failed"];
/// The rate limit classes of the matrix.
const CLASSES: [&str; 7] = ["read", "write", "portal", "signin", "billing", "webhook", "api"];

/// A server's metrics. Clones share them.
#[derive(Clone)]
pub struct Metrics {
    instruments: Arc<Instruments>,
}

struct Instruments {
    registry: Registry,
    provider: SdkMeterProvider,
    meter: Meter,
    request_duration: Histogram<f64>,
    active_requests: UpDownCounter<i64>,
    pool_wait: Histogram<f64>,
    jobs_waiting: Gauge<u64>,
    jobs_failed: Counter<u64>,
    jobs_given_up: Counter<u64>,
    job_oldest: Gauge<f64>,
    clinics: Gauge<u64>,
    clinics_out_of_range: Gauge<u64>,
    clinics_parked: Gauge<u64>,
    stripe_events: Counter<u64>,
    stripe_signature_failures: Counter<u64>,
    mail_refused: Counter<u64>,
    billing_behind: Gauge<u64>,
    worker_round: Gauge<f64>,
    worker_clinics: Gauge<u64>,
    audit_unsealed_rows: Gauge<u64>,
    audit_chain_broken: Gauge<u64>,
    signin_failures: Counter<u64>,
    rate_limited: Counter<u64>,
    spare_rounds: Counter<u64>,
}

impl Metrics {
    /// For a process that sends no metrics. They are read only at the ops port.
    pub fn unsent() -> Self {
        Self::new(Resource::builder_empty().build(), None)
    }

    pub(super) fn new(resource: Resource, exporter: Option<MetricExporter>) -> Self {
        let registry = Registry::new();
        let mut provider = SdkMeterProvider::builder().with_resource(resource);
        // There is one process, and Prometheus' own label names it better.
        let reader = opentelemetry_prometheus::exporter().with_registry(registry.clone()).without_target_info();
        match reader.scope_info_enabled(false).build() {
            Ok(reader) => provider = provider.with_reader(reader),
            Err(error) => tracing::error!(reason = %error, "the figures cannot be shown at the ops port"),
        }
        if let Some(exporter) = exporter {
            provider = provider.with_reader(PeriodicReader::builder(exporter).build());
        }
        let provider = provider.build();
        let meter = provider.meter("celadon");
        let instruments = Instruments::new(registry, provider, meter);
        instruments.begin();
        Self { instruments: Arc::new(instruments) }
    }

    /// Call when a request has started. Each call is followed by one of [`Metrics::request_ended`].
    pub fn request_began(&self, method: &'static str) {
        self.instruments.active_requests.add(1, &[KeyValue::new("http.request.method", method)]);
    }

    pub fn request_ended(&self, method: &'static str) {
        self.instruments.active_requests.add(-1, &[KeyValue::new("http.request.method", method)]);
    }

    /// `route` is the template, not the path.
    pub fn request_took(&self, method: &'static str, route: Arc<str>, status: u16, seconds: f64) {
        self.instruments.request_duration.record(
            seconds,
            &[
                KeyValue::new("http.route", route),
                KeyValue::new("http.request.method", method),
                KeyValue::new("http.response.status_code", i64::from(status)),
            ],
        );
    }

    pub fn rate_limited(&self, class: &'static str) {
        self.instruments.rate_limited.add(1, &[KeyValue::new("class", class)]);
    }

    /// Counts a round of the provisioner that has ended. `outcome` is done or failed.
    pub fn spares(&self, outcome: &'static str) {
        self.instruments.spare_rounds.add(1, &[KeyValue::new("outcome", outcome)]);
    }

    pub fn signin_failed(&self) {
        self.instruments.signin_failures.add(1, &[]);
    }

    pub fn pool_wait(&self, placement: &str, seconds: f64) {
        self.instruments.pool_wait.record(seconds, &[KeyValue::new("placement", placement.to_owned())]);
    }

    pub fn job_failed(&self, kind: &'static str) {
        self.instruments.jobs_failed.add(1, &[KeyValue::new("kind", kind)]);
    }

    pub fn job_given_up(&self, kind: &'static str) {
        self.instruments.jobs_given_up.add(1, &[KeyValue::new("kind", kind)]);
    }

    /// Starts the counters of these kinds at zero, so that an alert sees the first failure of each.
    pub fn begin_jobs(&self, kinds: impl IntoIterator<Item = &'static str>) {
        for kind in kinds {
            self.instruments.jobs_failed.add(0, &[KeyValue::new("kind", kind)]);
            self.instruments.jobs_given_up.add(0, &[KeyValue::new("kind", kind)]);
        }
    }

    /// The number of due jobs, and for how many seconds the oldest has been due.
    pub fn jobs(&self, kind: &'static str, waiting: u64, oldest_seconds: f64) {
        let kind = [KeyValue::new("kind", kind)];
        self.instruments.jobs_waiting.record(waiting, &kind);
        self.instruments.job_oldest.record(oldest_seconds, &kind);
    }

    pub fn clinics(&self, status: &'static str, count: u64) {
        self.instruments.clinics.record(count, &[KeyValue::new("status", status)]);
    }

    pub fn schemas(&self, out_of_range: u64, parked: u64) {
        self.instruments.clinics_out_of_range.record(out_of_range, &[]);
        self.instruments.clinics_parked.record(parked, &[]);
    }

    /// `state` is one of received, done, ignored, failed.
    pub fn stripe_events(&self, state: &'static str, count: u64) {
        self.instruments.stripe_events.add(count, &[KeyValue::new("state", state)]);
    }

    pub fn stripe_signature_failed(&self) {
        self.instruments.stripe_signature_failures.add(1, &[]);
    }

    /// Counts a mail that another server refused because of its sender.
    pub fn mail_refused(&self) {
        self.instruments.mail_refused.add(1, &[]);
    }

    pub fn billing_behind(&self, accounts: u64) {
        self.instruments.billing_behind.record(accounts, &[]);
    }

    /// Records how long a round through a worker's clinics took, and the number of clinics.
    pub fn worker_round(&self, kind: &'static str, took: Duration, clinics: usize) {
        let kind = [KeyValue::new("kind", kind)];
        self.instruments.worker_round.record(took.as_secs_f64(), &kind);
        self.instruments.worker_clinics.record(clinics as u64, &kind);
    }

    pub fn audit_unsealed(&self, rows: u64) {
        self.instruments.audit_unsealed_rows.record(rows, &[]);
    }

    pub fn audit_broken(&self, clinics: u64) {
        self.instruments.audit_chain_broken.record(clinics, &[]);
    }

    /// Counts connections when the metrics are read. `count` returns placement, state, number.
    pub fn count_connections(&self, count: impl Fn() -> Vec<(String, &'static str, u64)> + Send + Sync + 'static) {
        self.instruments
            .meter
            .u64_observable_gauge("celadon.db.pool.connections")
            .with_unit("{connection}")
            .with_description("Connections of this process.")
            .with_callback(move |observer| {
                for (placement, state, number) in count() {
                    observer.observe(number, &[KeyValue::new("state", state), KeyValue::new("placement", placement)]);
                }
            })
            .build();
    }

    /// All metrics, in Prometheus' text format.
    pub fn text(&self) -> String {
        TextEncoder::new().encode_to_string(&self.instruments.registry.gather()).unwrap_or_default()
    }

    /// Sends the metrics that were not sent yet. Blocks.
    pub(super) fn stop(&self) {
        if let Err(error) = self.instruments.provider.shutdown() {
            tracing::warn!(reason = %error, "the last figures were not sent");
        }
    }
}

impl Instruments {
    fn new(registry: Registry, provider: SdkMeterProvider, meter: Meter) -> Self {
        let seconds = |name: &'static str, meaning: &'static str| {
            meter.f64_histogram(name).with_unit("s").with_description(meaning).with_boundaries(BUCKETS.to_vec()).build()
        };
        // A unit in braces is an annotation, and not part of the name in Prometheus.
        let counter = |name: &'static str, unit: &'static str, meaning: &'static str| {
            meter.u64_counter(name).with_unit(unit).with_description(meaning).build()
        };
        let gauge = |name: &'static str, unit: &'static str, meaning: &'static str| {
            meter.u64_gauge(name).with_unit(unit).with_description(meaning).build()
        };
        Self {
            request_duration: seconds("http.server.request.duration", "From a request's head to its answer's end."),
            active_requests: meter
                .i64_up_down_counter("http.server.active_requests")
                .with_unit("{request}")
                .with_description("Being answered now.")
                .build(),
            pool_wait: seconds("celadon.db.pool.wait", "How long a request waited for a connection."),
            jobs_waiting: gauge("celadon.jobs.waiting", "{job}", "Jobs that are due and not done."),
            jobs_failed: counter("celadon.jobs.failed", "{job}", "Tries that failed."),
            jobs_given_up: counter("celadon.jobs.given_up", "{job}", "Jobs that failed for three days."),
            job_oldest: meter
                .f64_gauge("celadon.job.oldest")
                .with_unit("s")
                .with_description("How long the oldest due job has waited.")
                .build(),
            clinics: gauge("celadon.clinics", "{clinic}", "Clinics by status."),
            clinics_out_of_range: gauge(
                "celadon.clinics.out_of_range",
                "{clinic}",
                "Clinics whose tables this server cannot serve.",
            ),
            clinics_parked: gauge(
                "celadon.clinics.parked",
                "{clinic}",
                "Clinics whose tables are older than this release's.",
            ),
            stripe_events: counter("celadon.stripe.events", "{event}", "Stripe's messages by what became of them."),
            stripe_signature_failures: counter(
                "celadon.stripe.signature_failures",
                "{message}",
                "Messages that Stripe did not sign.",
            ),
            mail_refused: counter(
                "celadon.mail.refused",
                "{mail}",
                "Mails that were refused because of who sent them.",
            ),
            billing_behind: gauge(
                "celadon.billing.behind",
                "{customer}",
                "Customers whose state at Stripe is yet to be fetched.",
            ),
            worker_round: meter
                .f64_gauge("celadon.worker.round")
                .with_unit("s")
                .with_description("How long the last round through a worker's clinics took.")
                .build(),
            worker_clinics: gauge("celadon.worker.clinics", "{clinic}", "The clinics of a worker's last round."),
            audit_unsealed_rows: gauge("celadon.audit.unsealed_rows", "{row}", "Rows that no seal holds yet."),
            audit_chain_broken: gauge(
                "celadon.audit.chain_broken",
                "{clinic}",
                "Clinics whose chain did not fit when it was last looked at.",
            ),
            signin_failures: counter("celadon.signin.failures", "{failure}", "Wrong passwords, codes and links."),
            rate_limited: counter("celadon.rate_limited", "{request}", "Requests that were answered 429."),
            spare_rounds: counter(
                "celadon.spares.rounds",
                "{round}",
                "Looks after the spare clinics, by how they ended.",
            ),
            registry,
            provider,
            meter,
        }
    }

    /// Starts the counters at zero. A counter that was never increased does not exist, so no alert would see its first increase.
    fn begin(&self) {
        for state in STRIPE {
            self.stripe_events.add(0, &[KeyValue::new("state", state)]);
        }
        for class in CLASSES {
            self.rate_limited.add(0, &[KeyValue::new("class", class)]);
        }
        self.signin_failures.add(0, &[]);
        self.stripe_signature_failures.add(0, &[]);
        self.mail_refused.add(0, &[]);
    }
}
