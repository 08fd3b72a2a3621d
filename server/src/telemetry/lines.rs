//! Log lines as a program reads them: one JSON object a line, with the trace that it belongs to.

use std::panic::PanicHookInfo;

use tracing::Subscriber;
use tracing_subscriber::{
    Layer,
    fmt::{self, MakeWriter},
    registry::LookupSpan,
};

/// The production format. What a line says stands at the top; the request or job that it belongs to
/// stands under `span`.
pub fn json_lines<S, W>(writer: W) -> impl Layer<S> + Send + Sync
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    fmt::layer().json().flatten_event(true).with_current_span(true).with_span_list(false).with_writer(writer)
}

/// What is said of a panic: its text can hold a person's data, so only the place is told.
pub fn tell_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, "a panic");
}
