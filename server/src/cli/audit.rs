//! `celadon audit …`.

use std::{pin::pin, process::ExitCode};

use clap::{ArgGroup, Args, Subcommand};
use futures_util::StreamExt;
use serde_json::json;

use super::{owner_url, print};
use audit::Head;
use base::clock::Clock;
use operations::verification::{Outcome, Scope, verify_clinics};
use tenancy::OwnerDb;

#[derive(Subcommand)]
pub enum Command {
    /// Recompute the chain that seals the audit, and the digests of signed content: everything since the last run
    /// without findings, or all. Exit code 1: something does not match, each finding is a line; 2: a clinic could not
    /// be read.
    Verify(Verify),
}

#[derive(Args)]
#[command(group(ArgGroup::new("whom").required(true).args(["clinic", "all"])))]
pub struct Verify {
    /// One clinic, by its subdomain.
    #[arg(long)]
    clinic: Option<String>,
    /// Every clinic.
    #[arg(long)]
    all: bool,
    /// Read everything from the first row on. Only this finds a change in rows that were verified before.
    #[arg(long)]
    full: bool,
    /// A head that was logged earlier (`celadon::audit::head`). Everything is read, and the head must be in the chain.
    #[arg(long, requires = "clinic")]
    expect_head: Option<String>,
    /// Read everything, and compare later runs with the chain as it is now. Use it only once you know why the chain has changed.
    #[arg(long = "forget-mark", requires = "clinic")]
    forget_checkpoint: bool,
    /// Clinics verified at the same time.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    workers: u16,
}

impl Command {
    pub async fn run(self) -> Result<ExitCode, String> {
        match self {
            Self::Verify(wanted) => verify(wanted).await,
        }
    }
}

async fn verify(wanted: Verify) -> Result<ExitCode, String> {
    let out_of_reach = |error| format!("the database is out of reach: {error}");
    let further = config::placements("OWNER_DATABASE_URL").map_err(|error| error.to_string())?;
    // One more connection, for the registry while all others read.
    let connections = u32::from(wanted.workers) + 1;
    let owner = OwnerDb::connect_for(&owner_url()?, "", further, connections).await.map_err(out_of_reach)?;
    let mut clinics = owner.clinics().await.map_err(out_of_reach)?;
    if let Some(subdomain) = &wanted.clinic {
        clinics.retain(|clinic| clinic.subdomain == *subdomain);
        if clinics.is_empty() {
            return Err(format!("there is no clinic {subdomain}"));
        }
    }
    let away = owner.retain_in_reach(&mut clinics).await;
    for (placement, left) in &away {
        print(&format!("{placement} is out of reach: {left} of its clinics were not verified"));
    }
    let scope =
        Scope { full: wanted.full, forget_checkpoint: wanted.forget_checkpoint, expected_head: wanted.expect_head };
    let outcomes = verify_clinics(&owner, clinics, scope, Clock::default(), usize::from(wanted.workers));
    let mut outcomes = pin!(outcomes);
    let (mut found, mut unread) = (false, !away.is_empty());
    while let Some((clinic, outcome)) = outcomes.next().await {
        match outcome {
            Ok(outcome) => found |= report(&clinic.subdomain, &outcome) > 0,
            Err(error) => {
                unread = true;
                tracing::error!("{} could not be verified: {error}", clinic.subdomain);
            }
        }
    }
    Ok(match (found, unread) {
        (true, _) => ExitCode::from(1),
        (false, true) => ExitCode::from(2),
        (false, false) => ExitCode::SUCCESS,
    })
}

/// Prints a clinic's findings, and a summary line. Returns the number of findings.
fn report(name: &str, outcome: &Outcome) -> usize {
    let mut findings = 0;
    for finding in outcome.findings() {
        findings += 1;
        print(&format!("{name}: {finding}"));
    }
    let Head { seals, rows, digest } = &outcome.audit.report.head;
    let line = json!({
        "clinic": name,
        "seals": seals,
        "rows": rows,
        "head": digest,
        "after_seal": outcome.audit.after,
        "full_at": outcome.full_at,
        "signed": outcome.signed.checked,
        "before_digests": outcome.signed.before_digests,
        "findings": findings,
    });
    print(&line.to_string());
    findings
}
