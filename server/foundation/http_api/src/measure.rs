//! Measures each request for telemetry and the log: a span, its duration by template, its status. Also adds the
//! headers of every response. This is the outermost layer, so that a panic counts as the 500 of its response.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{MatchedPath, Request, State},
    http::Method,
    middleware::Next,
    response::Response,
};
use ipnet::IpNet;
use tracing::{Instrument, Span};

use super::{client, headers, log};
use base::{error::Code, permission::MATRIX};
use telemetry::{Caller, Metrics, request_span};

/// The codes that count as a failure to sign in.
const SIGN_IN: [&str; 4] = ["wrong_credentials", "wrong_password", "wrong_code", "link_invalid"];

/// The state of the measuring layer.
#[derive(Clone)]
pub struct Measure {
    pub metrics: Metrics,
    pub trusted_proxies: Arc<[IpNet]>,
}

/// A method's name, if it is a standard one, because a client may invent others.
fn method_name(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("_OTHER")
}

/// The route's template; `-` without a route.
fn template(request: &Request) -> Arc<str> {
    request.extensions().get::<MatchedPath>().map_or("-".into(), |path| path.as_str().into())
}

pub(crate) async fn measure(State(measure): State<Measure>, request: Request, next: Next) -> Response {
    let method = method_name(request.method());
    let route = template(&request);
    let caller =
        if client::is_from_proxy(&request, &measure.trusted_proxies) { Caller::Trusted } else { Caller::Untrusted };
    let method_sent = request.method().clone();
    let is_private = headers::is_private(request.uri().path());
    let (span, ids) = request_span(method, &route, request.headers(), caller);
    measure.metrics.request_began(method);
    let mut measurement = Measurement {
        metrics: measure.metrics,
        method,
        route,
        span: span.clone(),
        began: Instant::now(),
        status: None,
    };
    let mut response = next.run(request).instrument(span).await;
    headers::add(&mut response, is_private);
    log::write(method, &measurement.route, &ids, &response, measurement.began.elapsed());
    measurement.answered(&response, &method_sent);
    response.map(|body| Body::new(MeasuredBody { body, _measurement: measurement }))
}

/// Ends the measurement of every request: dropped when the last byte of the response was sent, or when the client has disconnected.
struct Measurement {
    metrics: Metrics,
    method: &'static str,
    route: Arc<str>,
    span: Span,
    began: Instant,
    status: Option<u16>,
}

impl Measurement {
    fn answered(&mut self, response: &Response, method_sent: &Method) {
        let status = response.status().as_u16();
        self.status = Some(status);
        self.span.record("http.response.status_code", status);
        if status >= 500 {
            self.span.record("otel.status_code", "ERROR");
        }
        if let Some(Code(code)) = response.extensions().get::<Code>() {
            self.span.record("error.code", code);
            if SIGN_IN.contains(code) {
                self.metrics.signin_failed();
            }
        }
        if status == 429 {
            let class = MATRIX.row(method_sent, &self.route).map(|row| row.rate_class.name());
            self.metrics.rate_limited(class.unwrap_or("read"));
        }
    }
}

impl Drop for Measurement {
    fn drop(&mut self) {
        self.metrics.request_ended(self.method);
        // A request that was cancelled before its response has no status for the metric.
        if let Some(status) = self.status {
            let seconds = self.began.elapsed().as_secs_f64();
            self.metrics.request_took(self.method, Arc::clone(&self.route), status, seconds);
        }
    }
}

/// A response body that ends the measurement.
struct MeasuredBody {
    body: Body,
    _measurement: Measurement,
}

impl HttpBody for MeasuredBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}
