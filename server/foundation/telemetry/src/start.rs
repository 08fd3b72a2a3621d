//! Sends traces and metrics by OTLP over HTTP to a collector, if there is one.

use std::{sync::Arc, time::Duration};

use opentelemetry::{KeyValue, trace::TracerProvider};
use opentelemetry_http::HttpClient;
use opentelemetry_otlp::{MetricExporter, Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracerProvider},
};
use tracing::Subscriber;
use tracing_subscriber::{Layer, filter::filter_fn, registry::LookupSpan};

use super::{Metrics, sender::Sender, trace};
use crate::redact::Redacted;

/// The timeout of the collector. Requests must not wait for their measurement.
const PATIENCE: Duration = Duration::from_secs(5);

/// The operator's settings for telemetry.
#[derive(Debug, Clone)]
pub struct Settings {
    /// `OTEL_EXPORTER_OTLP_ENDPOINT`: the collector, such as `http://otel-collector:4318`. If `None`, nothing is sent.
    pub endpoint: Option<String>,
    /// `OTEL_TRACES_SAMPLER_ARG`: which share of the traces that start here is sent, 0 to 1. Default 1.
    pub ratio: f64,
    /// `OTEL_SERVICE_NAME`. Default `celadon`.
    pub service: String,
}

/// A process's telemetry. Stop it before the process ends, so that the last metrics arrive.
#[derive(Clone)]
pub struct Telemetry {
    pub metrics: Metrics,
    tracer: SdkTracerProvider,
    collected: bool,
}

impl Telemetry {
    /// Opens no connection yet, so that a missing collector does not prevent the start.
    pub fn start(settings: &Settings) -> Result<Self, String> {
        let resource = Resource::builder()
            .with_service_name(settings.service.clone())
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let mut tracer = SdkTracerProvider::builder().with_resource(resource.clone());
        let mut figures = None;
        if let Some(endpoint) = &settings.endpoint {
            // If a trusted caller started the trace, the caller decides whether it is sent.
            tracer = tracer.with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(settings.ratio))));
            let unusable = |_| "OTEL_EXPORTER_OTLP_ENDPOINT cannot be used as an address".to_owned();
            let sender = Sender::new(PATIENCE).map_err(|error| format!("no threads can be started: {error}"))?;
            let sender: Arc<dyn HttpClient> = Arc::new(sender);
            let at = |signal: &str| format!("{}/v1/{signal}", endpoint.trim_end_matches('/'));
            let spans = SpanExporter::builder()
                .with_http()
                .with_shared_http_client(Arc::clone(&sender))
                .with_protocol(Protocol::HttpBinary)
                .with_endpoint(at("traces"))
                .with_timeout(PATIENCE);
            tracer = tracer.with_batch_exporter(Redacted(spans.build().map_err(unusable)?));
            let metrics = MetricExporter::builder()
                .with_http()
                .with_shared_http_client(sender)
                .with_protocol(Protocol::HttpBinary)
                .with_endpoint(at("metrics"))
                .with_timeout(PATIENCE);
            figures = Some(metrics.build().map_err(unusable)?);
        }
        let collected = settings.endpoint.is_some();
        Ok(Self { metrics: Metrics::new(resource, figures), tracer: tracer.build(), collected })
    }

    /// Exports our own spans as a trace. Spans of libraries and log lines are not exported, because we do not control
    /// their content. `None` without a collector.
    pub fn layer<S>(&self) -> Option<impl Layer<S> + Send + Sync + use<S>>
    where
        S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        let layer = tracing_opentelemetry::layer()
            .with_tracer(self.tracer.tracer("celadon"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            // No code of ours asks OpenTelemetry for the current span, because tracing keeps it.
            .with_context_activation(false)
            .with_error_records_to_exceptions(false)
            .with_filter(filter_fn(|metadata| {
                metadata.is_span() && [trace::TARGET, trace::UNLOGGED].contains(&metadata.target())
            }));
        self.collected.then_some(layer)
    }

    /// Sends the spans and metrics that were not sent yet, and gives up after a few seconds.
    pub async fn stop(self) {
        // Blocks until the last span is sent.
        let stopped = tokio::task::spawn_blocking(move || {
            if let Err(error) = self.tracer.shutdown_with_timeout(PATIENCE) {
                tracing::warn!(reason = %error, "the last traces were not sent");
            }
            self.metrics.stop();
        });
        if stopped.await.is_err() {
            tracing::warn!("telemetry did not stop in order");
        }
    }
}
