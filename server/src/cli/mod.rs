//! The commands. Each reports a failure in one sentence.

mod audit;
mod clinic;
mod demo;
mod jobs;
mod placement;
mod provision;
mod restored;
mod serve;

use std::{process::ExitCode, sync::LazyLock};

use clap::{Parser, Subcommand};
use migration::{fleet, role_isolation::Gateway};
use sqlx::postgres::PgConnectOptions;

use config::stripe_keys::StripeKeys;
use practice::billing;
use server::app;
use telemetry::Metrics;
use tenancy::OwnerDb;

#[derive(Parser)]
#[command(name = "celadon", about = "Practice management for aesthetic clinics", version = version())]
pub struct Celadon {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the clinics; also run the jobs.
    Serve {
        /// Leave the jobs to `celadon work`.
        #[arg(long)]
        no_jobs: bool,
    },
    /// Only run the jobs: mails, sealing the audit.
    Work,
    /// Bring the registry and every clinic up to date. Exit code 1: some clinics stayed locked, run it again;
    /// 2: a migration failed.
    Migrate {
        /// Clinics to migrate at the same time.
        #[arg(long, default_value_t = 4)]
        workers: usize,
        /// Clinics to migrate alone before the others.
        #[arg(long, default_value_t = 2)]
        canaries: usize,
        /// The share of the clinics at which each wave ends, in percent.
        #[arg(long, value_delimiter = ',', default_value = "1,10,100", value_parser = clap::value_parser!(u8).range(1..=100))]
        waves: Vec<u8>,
        /// Start no further clinic after this many failures.
        #[arg(long, default_value_t = 10)]
        max_failures: usize,
        /// Seconds that a statement may wait for a lock.
        #[arg(long, default_value_t = 2)]
        lock_timeout: u64,
    },
    /// Keep a warm pool of unclaimed clinics for sign-ups.
    Provision {
        /// How many clinics the pool holds.
        #[arg(long, default_value_t = 3)]
        spares: u32,
        /// Fill the pool and end.
        #[arg(long)]
        once: bool,
    },
    /// Print the `OpenAPI` document.
    Openapi,
    /// Make Celadon's missing products, prices and webhook in the account of `STRIPE_SECRET_KEY`. Prints a JSON line
    /// for each, with the webhook's secret once.
    StripeSetup,
    /// Make and list clinics; rename, export, import, move, restore or delete one.
    Clinic {
        #[command(subcommand)]
        command: clinic::Command,
    },
    /// List, add, open, close, drain and balance the databases that clinics are in.
    Placement {
        #[command(subcommand)]
        command: placement::Command,
    },
    /// Verify the audit and the signatures.
    Audit {
        #[command(subcommand)]
        command: audit::Command,
    },
    /// List the jobs that were given up, and retry them.
    Jobs {
        #[command(subcommand)]
        command: jobs::Command,
    },
    /// Run after all clinics were restored to an earlier moment, before they are served. Ends sessions, holds back
    /// mails that may have been sent, syncs the subscriptions, and compares the registry with the placements. Prints
    /// a JSON line for each clinic. Exit code 1: something does not match, or a clinic was left out; run it again.
    Restored(restored::Restored),
    /// Make two demo clinics, unless they exist; print their sign-ins.
    Demo {
        /// How many sets of the two clinics. Those of the second set are at demo-2 and harbor-2.
        #[arg(long, default_value_t = 1)]
        sets: u8,
        /// Also make a clinic at sage, whose prescribers clear each service separately.
        #[arg(long)]
        clearance: bool,
    },
}

/// The version, and the revision of the image (`CELADON_REVISION` at build time).
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        format!("{} ({})", env!("CARGO_PKG_VERSION"), option_env!("CELADON_REVISION").unwrap_or("unknown revision"))
    });
    &VERSION
}

impl Celadon {
    pub async fn run(self, metrics: Metrics) -> Result<ExitCode, String> {
        match self.command {
            Command::Serve { no_jobs } => serve::serve(!no_jobs, metrics).await,
            Command::Work => serve::work(metrics).await,
            Command::Migrate { workers, canaries, waves, max_failures, lock_timeout } => {
                let plan = fleet::Plan {
                    workers,
                    canaries,
                    waves,
                    most_broken: max_failures,
                    lock_timeout: std::time::Duration::from_secs(lock_timeout),
                    placements: fleet::Placements(
                        config::placements("OWNER_DATABASE_URL").map_err(|error| error.to_string())?,
                    ),
                    ..fleet::Plan::default()
                };
                migrate(&plan).await
            }
            Command::Provision { spares, once } => provision::provision(spares, once, metrics).await,
            Command::Openapi => {
                let document = app::document().to_pretty_json().map_err(|error| error.to_string())?;
                print(&document);
                Ok(ExitCode::SUCCESS)
            }
            Command::StripeSetup => stripe_setup().await,
            Command::Clinic { command } => command.run().await,
            Command::Placement { command } => command.run().await,
            Command::Audit { command } => command.run().await,
            Command::Jobs { command } => command.run().await,
            Command::Restored(wanted) => restored::run(wanted).await,
            Command::Demo { sets, clearance } => demo::make(sets, clearance).await,
        }
    }
}

async fn stripe_setup() -> Result<ExitCode, String> {
    let key = setting("STRIPE_SECRET_KEY")?;
    let base = config::optional("STRIPE_API_BASE").map_err(|error| error.to_string())?;
    // This command creates the webhook's secret, so a placeholder is used.
    let keys = StripeKeys::read(Some(&key), Some("whsec_not_known_yet"), base.as_deref())
        .map_err(|(variable, problem)| format!("{variable} {problem}"))?
        .ok_or_else(|| "STRIPE_SECRET_KEY is not set".to_owned())?;
    let platform = clinic::base_url()?;
    let webhook = platform.secure().then(|| format!("{}/api/stripe/webhook", platform.origin()));
    if webhook.is_none() {
        tracing::warn!("BASE_URL is not https, where Stripe could not send anything: no webhook is made");
    }
    for line in billing::set_up(&keys, webhook.as_deref()).await.map_err(|error| error.to_string())? {
        print(&line.to_string());
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a command's result to standard output. All other output goes to standard error.
#[expect(clippy::print_stdout, reason = "a command's answer")]
fn print(text: &str) {
    println!("{text}");
}

fn setting(variable: &'static str) -> Result<String, String> {
    config::required(variable).map_err(|error| error.to_string())
}

/// The gateway's login, read from the URL that the gateway will use.
fn gateway() -> Result<Gateway, String> {
    let url = setting("DATABASE_URL")?;
    let options: PgConnectOptions = url.parse().map_err(|_| "DATABASE_URL is not a Postgres URL".to_owned())?;
    let shards = match config::optional("DATABASE_SHARDS").map_err(|error| error.to_string())? {
        Some(text) => text.trim().parse().map_err(|_| "DATABASE_SHARDS is not a number".to_owned())?,
        None => 4,
    };
    Ok(Gateway { login: options.get_username().to_owned(), password: password_of(&url), shards })
}

/// Reads the password from a URL, because sqlx does not give access to it.
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

fn owner_url() -> Result<String, String> {
    let url = setting("OWNER_DATABASE_URL")?;
    config::database_address("OWNER_DATABASE_URL", url).map_err(|error| error.to_string())
}

async fn owner() -> Result<OwnerDb, String> {
    let url = owner_url()?;
    let further = config::placements("OWNER_DATABASE_URL").map_err(|error| error.to_string())?;
    OwnerDb::connect_to(&url, &gateway()?.login, further)
        .await
        .map_err(|error| format!("the database is out of reach: {error}"))
}

async fn migrate(plan: &fleet::Plan) -> Result<ExitCode, String> {
    let url = owner_url()?;
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
        clinics.left = report.left,
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
