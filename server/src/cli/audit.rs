//! `celadon audit …`.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use entity::words::ClinicStatus;
use serde_json::json;
use server::foundation::{audit, clock::Clock, config, evidence, tenancy::OwnerDb};

use super::{owner_url, print};

#[derive(Subcommand)]
pub enum Command {
    /// Recompute the chain that seals the audit, and the digest of everything that was signed. Exit code 1:
    /// something does not match; each finding is a line. 2: some clinics could not be read.
    Verify(Verify),
}

#[derive(Args)]
#[group(required = true, multiple = false, args = ["clinic", "all"])]
pub struct Verify {
    /// One clinic, by its subdomain.
    #[arg(long)]
    clinic: Option<String>,
    /// Every clinic.
    #[arg(long)]
    all: bool,
    /// A head that was logged earlier (`celadon::audit::head`): it must be in the clinic's chain.
    #[arg(long, requires = "clinic")]
    expect_head: Option<String>,
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
    let owner = OwnerDb::connect_to(&owner_url()?, "", further).await.map_err(out_of_reach)?;
    let mut clinics = owner.clinics().await.map_err(out_of_reach)?;
    if let Some(subdomain) = &wanted.clinic {
        clinics.retain(|clinic| clinic.subdomain == *subdomain);
        if clinics.is_empty() {
            return Err(format!("there is no clinic {subdomain}"));
        }
    }
    let mut is_whole = true;
    let away = owner.retain_in_reach(&mut clinics).await;
    for (placement, left) in &away {
        print(&format!("{placement} is out of reach: {left} of its clinics were not verified"));
    }
    for clinic in clinics {
        let name = &clinic.subdomain;
        let tx = owner.inspect(&clinic.placement, &clinic.schema_name).await.map_err(out_of_reach)?;
        let is_sealed = clinic.status == ClinicStatus::Active;
        let now = Clock::default().now();
        let report = audit::verify(&tx, now, wanted.expect_head.as_deref(), is_sealed)
            .await
            .map_err(|error| format!("the audit of {name} could not be read: {error}"))?;
        for finding in &report.findings {
            is_whole = false;
            print(&format!("{name}: {finding}"));
        }
        let signed = evidence::verify(&tx)
            .await
            .map_err(|error| format!("what was signed in {name} could not be read: {error}"))?;
        for finding in &signed.findings {
            is_whole = false;
            print(&format!("{name}: {finding}"));
        }
        let audit::Head { seals, rows, digest } = report.head;
        let line = json!({
            "clinic": name,
            "seals": seals,
            "rows": rows,
            "head": digest,
            "signed": signed.checked,
            "before_digests": signed.before_digests,
            "findings": report.findings.len() + signed.findings.len(),
        });
        print(&line.to_string());
    }
    Ok(match (is_whole, away.is_empty()) {
        (false, _) => ExitCode::from(1),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::from(2),
    })
}
