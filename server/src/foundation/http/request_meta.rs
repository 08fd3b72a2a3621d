//! What the gate knows of a request and the layers outside of it want to tell.

use tracing::Span;
use uuid::Uuid;

/// Left on an answer by the gate, for the log line.
#[derive(Debug, Clone)]
pub struct RequestMeta {
    /// None at the platform's own host.
    pub clinic: Option<Uuid>,
    pub request: Uuid,
}

impl RequestMeta {
    /// Tells the request's span, and with it the lines that are logged inside.
    pub fn record_on(&self, span: &Span) {
        let clinic = self.clinic.map(|clinic| clinic.to_string());
        tracing::record_all!(span, celadon.request.id = self.request.to_string(), celadon.clinic.id = clinic);
    }
}
