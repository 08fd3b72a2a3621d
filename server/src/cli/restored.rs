//! `celadon restored`.

use std::process::ExitCode;

use chrono::{DateTime, Utc};
use clap::Args;
use entity::registry::clinic;
use serde_json::json;

use super::{owner, print};
use base::clock::Clock;
use operations::restored::{self, LostTime, Mismatch, Options};
use practice::billing;
use server::app;
use tenancy::OwnerDb;

#[derive(Args)]
pub struct Restored {
    /// The moment that was restored, such as 2027-01-31T14:05:00Z.
    #[arg(long)]
    from: DateTime<Utc>,
    /// When the last server or worker from before the restore had stopped. Mails that were due until then may have been sent.
    #[arg(long)]
    until: DateTime<Utc>,
    /// Who runs this command, for every clinic's activity log.
    #[arg(long)]
    by: String,
    /// Only this clinic, by its subdomain, after `celadon clinic restore`. Default: all clinics, the subscriptions and the placements.
    #[arg(long)]
    clinic: Option<String>,
    /// Revoke the tokens of other programs as well.
    #[arg(long)]
    revoke_api_tokens: bool,
}

pub async fn run(wanted: Restored) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    let lost = LostTime::new(wanted.from, wanted.until, now).map_err(|fault| fault.to_string())?;
    let options = Options { lost, by: wanted.by, revokes_tokens: wanted.revoke_api_tokens };
    let owner = owner().await?;
    let mut clinics = owner.clinics().await.map_err(|error| error.to_string())?;
    if let Some(subdomain) = &wanted.clinic {
        clinics.retain(|clinic| clinic.subdomain == *subdomain);
        if clinics.is_empty() {
            return Err(format!("there is no clinic {subdomain}"));
        }
        return Ok(ended(close_each(&owner, &clinics, &options).await == 0));
    }
    let mismatches = restored::compare(&owner).await.map_err(|fault| fault.to_string())?;
    for mismatch in &mismatches {
        print(&json!(mismatch).to_string());
    }
    let has_tables =
        |name: &str| !mismatches.iter().any(|one| matches!(one, Mismatch::NoTables { clinic, .. } if clinic == name));
    clinics.retain(|clinic| has_tables(&clinic.subdomain));
    let left_out = close_each(&owner, &clinics, &options).await;
    let accounts = billing::sync_all_again(owner.registry(), now).await.map_err(|error| error.to_string())?;
    let line = json!({ "subscriptions_to_sync": accounts, "left_out": left_out, "mismatches": mismatches.len() });
    print(&line.to_string());
    Ok(ended(left_out == 0 && mismatches.is_empty()))
}

/// Returns how many clinics were left out because of an error.
async fn close_each(owner: &OwnerDb, clinics: &[clinic::Model], options: &Options) -> usize {
    let jobs = app::jobs();
    let mut left_out = 0;
    for clinic in clinics {
        match restored::close(owner, clinic, &jobs, options, Clock::default().now()).await {
            Ok(closed) => print(&json!({ "clinic": clinic.subdomain, "closed": closed }).to_string()),
            Err(fault) => {
                left_out += 1;
                tracing::error!(clinic.id = %clinic.id, reason = %fault, "a clinic was left out");
            }
        }
    }
    left_out
}

fn ended(is_whole: bool) -> ExitCode {
    if is_whole { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
