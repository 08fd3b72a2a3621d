//! `celadon jobs …`.

use std::process::ExitCode;

use clap::Subcommand;
use serde_json::json;

use super::{owner, print};
use base::clock::Clock;
use operations::jobs;

#[derive(Subcommand)]
pub enum Command {
    /// Print one JSON line for each job that was given up: its clinic, kind, time and reason. Never its payload.
    List {
        /// One clinic, by its subdomain. Default: every clinic.
        #[arg(long)]
        clinic: Option<String>,
        /// Also jobs that wait for their first or next try.
        #[arg(long)]
        waiting: bool,
    },
    /// Retry jobs of a clinic that were given up. Jobs with nothing to send any more are not retried: their link was
    /// withdrawn, or the person has left.
    Retry {
        #[arg(long)]
        clinic: String,
        /// One job. Default: all of them.
        #[arg(long)]
        id: Option<i64>,
    },
}

impl Command {
    pub async fn run(self) -> Result<ExitCode, String> {
        match self {
            Self::List { clinic, waiting } => list(clinic.as_deref(), waiting).await,
            Self::Retry { clinic, id } => retry(&clinic, id).await,
        }
    }
}

async fn list(clinic: Option<&str>, waiting: bool) -> Result<ExitCode, String> {
    let jobs = jobs::unfinished(&owner().await?, clinic, waiting).await.map_err(|fault| fault.to_string())?;
    for job in jobs {
        print(&json!(job).to_string());
    }
    Ok(ExitCode::SUCCESS)
}

async fn retry(clinic: &str, id: Option<i64>) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    let done = jobs::retry(&owner().await?, clinic, id, now).await.map_err(|fault| fault.to_string())?;
    print(&json!({ "clinic": clinic, "taken_up": done.taken_up, "left": done.left }).to_string());
    if id.is_some() && done.taken_up == 0 {
        return Err(format!("{clinic} has no such job that was given up"));
    }
    Ok(ExitCode::SUCCESS)
}
