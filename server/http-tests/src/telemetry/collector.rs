//! A collector inside the test's process: receives OTLP over HTTP and decodes it.

pub use opentelemetry_proto::tonic::{metrics::v1::Metric, trace::v1::Span};

use std::sync::{Arc, Mutex};

use axum::{Router, body::Bytes, extract::State, routing::post};
use opentelemetry_proto::tonic::{
    collector::{metrics::v1::ExportMetricsServiceRequest, trace::v1::ExportTraceServiceRequest},
    common::v1::{KeyValue, any_value::Value},
    metrics::v1::metric::Data,
};
use prost::Message;
use tokio::net::TcpListener;

#[derive(Clone, Default)]
struct Messages {
    traces: Arc<Mutex<Vec<Bytes>>>,
    metrics: Arc<Mutex<Vec<Bytes>>>,
}

pub struct Collector {
    pub endpoint: String,
    messages: Messages,
}

impl Collector {
    pub async fn start() -> Self {
        let messages = Messages::default();
        let routes = Router::new()
            .route(
                "/v1/traces",
                post(async |State(got): State<Messages>, body: Bytes| got.traces.lock().unwrap().push(body)),
            )
            .route(
                "/v1/metrics",
                post(async |State(got): State<Messages>, body: Bytes| got.metrics.lock().unwrap().push(body)),
            )
            .with_state(messages.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(connections::serve(listener, routes, connections::Limits::default(), std::future::pending()));
        Self { endpoint, messages }
    }

    /// The spans, the metrics as last sent, and every received byte.
    pub fn received(&self) -> (Vec<Span>, Vec<Metric>, Vec<u8>) {
        let (traces, metrics) = (self.messages.traces.lock().unwrap(), self.messages.metrics.lock().unwrap());
        let spans = traces
            .iter()
            .flat_map(|message| ExportTraceServiceRequest::decode(message.clone()).unwrap().resource_spans)
            .flat_map(|resource| resource.scope_spans)
            .flat_map(|scope| scope.spans)
            .collect();
        let figures = metrics.last().map(|message| ExportMetricsServiceRequest::decode(message.clone()).unwrap());
        let figures = figures
            .into_iter()
            .flat_map(|message| message.resource_metrics)
            .flat_map(|resource| resource.scope_metrics)
            .flat_map(|scope| scope.metrics)
            .collect();
        (spans, figures, traces.iter().chain(metrics.iter()).flatten().copied().collect())
    }
}

/// An attribute as text.
pub fn attribute(attributes: &[KeyValue], key: &str) -> Option<String> {
    let found = attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        other => panic!("{key} is {other:?}"),
    }
}

/// The labels of all data points of a metric.
pub fn labels(metric: &Metric) -> Vec<&[KeyValue]> {
    match metric.data.as_ref().unwrap() {
        Data::Gauge(data) => data.data_points.iter().map(|point| &point.attributes[..]).collect(),
        Data::Sum(data) => data.data_points.iter().map(|point| &point.attributes[..]).collect(),
        Data::Histogram(data) => data.data_points.iter().map(|point| &point.attributes[..]).collect(),
        other => panic!("{} is {other:?}", metric.name),
    }
}
