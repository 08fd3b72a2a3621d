//! The ids that the gate gives a request, for the layers outside of the gate.

use tracing::Span;
use uuid::Uuid;

/// Set on a response by the gate, for the log line.
#[derive(Debug, Clone)]
pub struct RequestMeta {
    /// `None` at the platform's own host.
    pub clinic: Option<Uuid>,
    pub request: Uuid,
}

impl RequestMeta {
    /// Records the ids on the request's span, and so on the log lines inside.
    pub fn record_on(&self, span: &Span) {
        let clinic = self.clinic.map(|clinic| clinic.to_string());
        tracing::record_all!(span, celadon.request.id = self.request.to_string(), celadon.clinic.id = clinic);
    }
}
