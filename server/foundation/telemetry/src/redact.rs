//! The last filter before a span is exported: only attributes of our list, no events, no texts. So a library that
//! starts to record a URL or a statement on a span leaks nothing.

use std::time::Duration;

use opentelemetry::trace::Status;
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    trace::{SpanData, SpanEvents, SpanExporter},
};

/// The attributes that a span may have. The collector has the same list
/// (`infra/observability/otel-collector.yaml`).
pub const ATTRIBUTES: &[&str] = &[
    "celadon.clinic.id",
    "celadon.job.kind",
    "celadon.placement",
    "celadon.request.id",
    "db.system.name",
    "error.code",
    "http.request.method",
    "http.response.status_code",
    "http.route",
];

/// Exports only the allowed part of each span.
#[derive(Debug)]
pub struct Redacted<E>(pub E);

impl<E: SpanExporter> SpanExporter for Redacted<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        self.0.export(batch.into_iter().map(stripped).collect()).await
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.0.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.0.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.0.set_resource(resource);
    }
}

pub fn stripped(mut span: SpanData) -> SpanData {
    span.attributes.retain(|attribute| ATTRIBUTES.contains(&attribute.key.as_str()));
    span.events = SpanEvents::default();
    for link in &mut span.links.links {
        link.attributes.clear();
    }
    if let Status::Error { description } = &mut span.status {
        *description = "".into();
    }
    span
}
