//! `celadon`: sets up the process and runs a command.

mod cli;

use std::{io::IsTerminal, process::ExitCode, time::Duration};

use clap::Parser;
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use telemetry::{Telemetry, json_lines, log_panic};

/// The system's allocator used a seventh of the server's CPU time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long to wait for threads that still block when the command has ended, such as a name lookup. A longer wait would exceed the grace period.
const THREADS_MAY_TAKE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return exit_with(&error),
    };
    let code = runtime.block_on(run());
    runtime.shutdown_timeout(THREADS_MAY_TAKE);
    code
}

/// For failures before the log is set up.
fn exit_with(error: &std::io::Error) -> ExitCode {
    eprintln!("no threads can be started: {error}");
    ExitCode::from(2)
}

async fn run() -> ExitCode {
    let is_terminal = std::io::stderr().is_terminal();
    let settings = config::logs_in_json().and_then(|json| Ok((json, config::logged()?, config::telemetry()?)));
    let (in_json, logged, telemetry) = match settings {
        Ok((in_json, logged, settings)) => (in_json.unwrap_or(!is_terminal), logged, Telemetry::start(&settings)),
        Err(error) => (!is_terminal, Targets::new().with_default(LevelFilter::INFO), Err(error.to_string())),
    };
    let (telemetry, fault) = match telemetry {
        Ok(telemetry) => (Some(telemetry), None),
        Err(sentence) => (None, Some(sentence)),
    };
    let traces = telemetry.as_ref().and_then(Telemetry::layer);
    tracing_subscriber::registry().with(traces).with(lines(in_json, is_terminal).with_filter(logged)).init();
    std::panic::set_hook(Box::new(log_panic));
    let Some(telemetry) = telemetry else {
        tracing::error!("{}", fault.unwrap_or_default());
        return ExitCode::from(2);
    };
    // Installed before any TLS connection. Without this, two libraries that each bring a provider would panic at the first connection.
    if rustls::crypto::ring::default_provider().install_default().is_err() {
        tracing::error!("another provider of cryptography is installed");
        return ExitCode::from(2);
    }
    let ended = cli::Celadon::parse().run(telemetry.metrics.clone()).await;
    let code = ended.unwrap_or_else(|sentence| {
        tracing::error!("{sentence}");
        ExitCode::from(2)
    });
    telemetry.stop().await;
    code
}

/// The format of log lines: JSON for programs, text for a person at a terminal.
fn lines<S>(in_json: bool, is_terminal: bool) -> Box<dyn Layer<S> + Send + Sync>
where
    S: tracing::Subscriber + for<'span> tracing_subscriber::registry::LookupSpan<'span>,
{
    if in_json {
        return json_lines(std::io::stderr).boxed();
    }
    fmt::layer().with_ansi(is_terminal).with_writer(std::io::stderr).boxed()
}
