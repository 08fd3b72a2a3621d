//! The commands: what the operator types. Each says in a sentence what went wrong.

mod clinic;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use migration::{fleet, wall::Gateway};
use server::{app, config, tenancy::OwnerDb};
use sqlx::postgres::PgConnectOptions;

#[derive(Parser)]
#[command(about = "Practice management for aesthetic clinics", version)]
pub struct Celadon {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the clinics; also does the jobs.
    Serve {
        /// Leave the jobs to `celadon work`.
        #[arg(long)]
        no_jobs: bool,
    },
    /// Do the jobs alone: mail.
    Work,
    /// Bring the registry and every clinic up to date. Exit code 1: some clinics stayed locked, run
    /// it again; 2: a migration is broken.
    Migrate {
        /// Clinics at the same time.
        #[arg(long, default_value_t = 4)]
        workers: usize,
        /// Clinics to migrate alone before the others.
        #[arg(long, default_value_t = 2)]
        canaries: usize,
        /// Seconds that a statement may wait for a lock.
        #[arg(long, default_value_t = 2)]
        lock_timeout: u64,
    },
    /// Print the `OpenAPI` document.
    Openapi,
    /// Make, list, suspend and resume clinics.
    Clinic {
        #[command(subcommand)]
        command: clinic::Command,
    },
    /// Make two demo clinics, if they are not there; prints their sign-ins.
    Demo,
}

impl Celadon {
    pub async fn run(self) -> Result<ExitCode, String> {
        match self.command {
            Command::Serve { no_jobs } => serve::serve(!no_jobs).await,
            Command::Work => serve::work().await,
            Command::Migrate { workers, canaries, lock_timeout } => {
                let plan = fleet::Plan {
                    workers,
                    canaries,
                    lock_timeout: std::time::Duration::from_secs(lock_timeout),
                    ..fleet::Plan::default()
                };
                migrate(&plan).await
            }
            Command::Openapi => {
                let document = app::document().to_pretty_json().map_err(|error| error.to_string())?;
                print(&document);
                Ok(ExitCode::SUCCESS)
            }
            Command::Clinic { command } => command.run().await,
            Command::Demo => clinic::demo().await,
        }
    }
}

/// What a command answers goes to standard output; everything else to standard error.
#[expect(clippy::print_stdout, reason = "a command's answer")]
fn print(text: &str) {
    println!("{text}");
}

fn setting(variable: &'static str) -> Result<String, String> {
    config::required(variable).map_err(|error| error.to_string())
}

/// How the gateway signs in, read from the URL that it will use.
fn gateway() -> Result<Gateway, String> {
    let url = setting("DATABASE_URL")?;
    let options: PgConnectOptions = url.parse().map_err(|_| "DATABASE_URL is not a Postgres URL".to_owned())?;
    let shards = match config::optional("DATABASE_SHARDS").map_err(|error| error.to_string())? {
        Some(text) => text.trim().parse().map_err(|_| "DATABASE_SHARDS is not a number".to_owned())?,
        None => 4,
    };
    Ok(Gateway { login: options.get_username().to_owned(), password: password_of(&url), shards })
}

/// sqlx keeps a URL's password to itself.
fn password_of(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let (credentials, _) = rest.split('/').next()?.rsplit_once('@')?;
    let (_, password) = credentials.split_once(':')?;
    percent_decoded(password)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let pair = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&pair).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

async fn owner() -> Result<OwnerDb, String> {
    let url = setting("OWNER_DATABASE_URL")?;
    OwnerDb::connect(&url, &gateway()?.login).await.map_err(|error| format!("the database is out of reach: {error}"))
}

async fn migrate(plan: &fleet::Plan) -> Result<ExitCode, String> {
    let url = setting("OWNER_DATABASE_URL")?;
    let report = match fleet::up(&url, &gateway()?, plan).await {
        Ok(report) => report,
        Err(failure) => {
            tracing::error!("{failure}");
            return Ok(ExitCode::from(failure.exit_code()));
        }
    };
    tracing::info!(
        clinics.migrated = report.migrated,
        clinics.current = report.current,
        clinics.parked = report.parked.len(),
        clinics.broken = report.broken.len(),
        "migrated"
    );
    for schema in &report.parked {
        tracing::warn!(clinic.schema = schema, "a clinic stayed locked: run it again");
    }
    for (schema, reason) in &report.broken {
        tracing::error!(clinic.schema = schema, reason, "a clinic could not be migrated");
    }
    Ok(ExitCode::from(report.exit_code()))
}
