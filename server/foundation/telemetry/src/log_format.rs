//! Log lines for programs: one JSON object a line, with its trace.

use std::panic::PanicHookInfo;

use tracing::Subscriber;
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    fmt::{self, MakeWriter},
    registry::LookupSpan,
};

use super::trace;

/// Parses log levels: a level, and levels of targets, such as `info,sqlx=warn`. `None` if the text is not such a list.
/// The library's own parser takes a misspelled level for a target, and then nothing else would be logged.
pub fn logged(levels: &str) -> Option<Targets> {
    let level = |text: &str| text.trim().parse().ok().filter(|_: &LevelFilter| !text.trim().is_empty());
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "_:-".contains(letter);
    let named = |text: &str| !text.is_empty() && text.chars().all(fits);
    let parts: Vec<_> = levels.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let mut targets = Targets::new();
    for part in &parts {
        targets = match part.split_once('=') {
            None => targets.with_default(level(part)?),
            Some((target, text)) if named(target) => targets.with_target(target, level(text)?),
            Some(_) => return None,
        };
    }
    (!parts.is_empty()).then(|| targets.with_target(trace::UNLOGGED, LevelFilter::OFF))
}

/// The production format. A line's own fields are at the top level; its request or job is under `span`.
pub fn json_lines<S, W>(writer: W) -> impl Layer<S> + Send + Sync
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    fmt::layer().json().flatten_event(true).with_current_span(true).with_span_list(false).with_writer(writer)
}

/// Logs the place of a panic, but not its text, because the text can hold a person's data.
pub fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, "a panic");
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn log_levels_are_set_by_target_and_collector_spans_are_not_logged() {
        let levels = logged("info,sqlx=warn,celadon=trace").unwrap();
        let logs = |target, level| levels.would_enable(target, &level);
        assert!(logs("tenancy::db", Level::INFO) && !logs("tenancy::db", Level::DEBUG));
        assert!(logs("sqlx::query", Level::WARN) && !logs("sqlx::query", Level::INFO));
        assert!(logs(trace::TARGET, Level::INFO) && !logs(trace::UNLOGGED, Level::ERROR));
        assert!(!logged("off").unwrap().would_enable("server", &Level::ERROR));
        let spaced = logged(" warn , sqlx = error,").is_none();
        assert!(spaced, "a target holds no space");
        assert!(logged(" warn , sqlx=error,").unwrap().would_enable("server", &Level::WARN));
        for text in ["warning", "sqlx=loud", "sqlx=", "[request]=debug", "info;sqlx=warn", "sqlx", "=warn", ","] {
            assert!(logged(text).is_none(), "{text}");
        }
    }
}
