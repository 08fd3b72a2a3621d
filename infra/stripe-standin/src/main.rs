//! The program: one stand-in, configured by the environment, until it is stopped.

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};

use stripe_standin::{Settings, Standin};
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(io::stderr(), "{why}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), String> {
    let settings = Settings::from_environment(|name| env::var(name).ok().filter(|value| !value.is_empty()))?;
    let mut standin = Standin::start(settings).await.map_err(|error| error.to_string())?;
    writeln!(io::stdout(), "The stand-in for Stripe listens on {}", standin.url())
        .map_err(|error| error.to_string())?;
    let mut terminate = signal(SignalKind::terminate()).map_err(|error| error.to_string())?;
    tokio::select! {
        ended = standin.ended() => ended.map_err(|error| error.to_string()),
        _ = terminate.recv() => Ok(()),
        interrupted = tokio::signal::ctrl_c() => interrupted.map_err(|error| error.to_string()),
    }
}
