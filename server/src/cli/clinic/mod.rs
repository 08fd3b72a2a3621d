//! `celadon clinic …`.

mod create;
mod exports;

use std::{path::PathBuf, process::ExitCode};

use chrono::{NaiveDate, TimeDelta};
use clap::Subcommand;
use entity::words::ClinicStatus;
use sea_orm::ActiveEnum;
use serde_json::json;

use super::{owner, print};
use base::{clock::Clock, permission::Role};
use config::BaseUrl;
use operations::{
    clinic_ops::{self, Deletion, DirectorToConfirm, Grant, ImportOptions, NewNames, OwnersRole},
    support::{self, AccessRequest},
};
use practice::billing::PlanId;

#[derive(Subcommand)]
pub enum Command {
    /// Make a clinic at once; print one JSON line with its URL.
    Create(create::Create),
    /// Print one JSON line for each clinic.
    List,
    /// Stop serving a clinic; its data stays.
    Suspend { subdomain: String },
    /// Serve a suspended clinic again.
    Resume { subdomain: String },
    /// Give a clinic another address or another name. The old address is reserved, and is answered like an unknown address.
    Rename {
        subdomain: String,
        /// The new address.
        #[arg(long, required_unless_present = "name")]
        to: Option<String>,
        /// The new name.
        #[arg(long)]
        name: Option<String>,
    },
    /// Write one clinic's complete data into a new folder: a file for each table, and a manifest with counts
    /// and checksums. The clinic's own audit records it.
    Export {
        subdomain: String,
        /// The folder, which must not exist yet. `-`: standard output, as one tar archive of such a folder.
        #[arg(long)]
        to: PathBuf,
    },
    /// Make a clinic from an export. The clinic is suspended: check it, then resume it.
    Import {
        /// The folder that `celadon clinic export` has written. `-`: its archive, from standard input.
        #[arg(long)]
        from: PathBuf,
        /// Only check that the export is complete and unaltered. It needs no database.
        #[arg(long, conflicts_with_all = ["subdomain", "placement", "forget_second_factors"])]
        check: bool,
        /// Another address than the exported clinic's.
        #[arg(long = "as")]
        subdomain: Option<String>,
        /// The placement. Default: of those that accept clinics, the one with the fewest.
        #[arg(long)]
        placement: Option<String>,
        /// Remove the second factors of all members. Required if `SECRET_KEY` differs from the exporting deployment's.
        #[arg(long)]
        forget_second_factors: bool,
    },
    /// Move a clinic to another placement. It answers 503 for a few seconds. After a crash, run it again to continue.
    Move {
        subdomain: String,
        /// The placement's name.
        #[arg(long)]
        to: String,
    },
    /// Replace this suspended clinic's data by an export of it. The replaced tables are kept, out of reach, until `drop-former`.
    Restore {
        subdomain: String,
        /// The folder that `celadon clinic export` has written. `-`: its archive, from standard input.
        #[arg(long, required_unless_present = "undo")]
        from: Option<PathBuf>,
        /// Undo the newest restore instead. The tables that it replaced are used again, and the tables that it brought are kept.
        #[arg(long, conflicts_with = "from")]
        undo: bool,
    },
    /// Remove for good the tables that restores of this clinic have replaced.
    DropFormer { subdomain: String },
    /// Give a support person read access to a clinic; print a link that opens once. The clinic is notified, and its
    /// audit records everything that is read.
    Support {
        subdomain: String,
        /// The support person's name.
        #[arg(long, required_unless_present = "end")]
        by: Option<String>,
        /// The reason. The clinic can read it.
        #[arg(long, required_unless_present = "end")]
        reason: Option<String>,
        /// Minutes, at most 240.
        #[arg(long, default_value_t = 60)]
        minutes: u16,
        /// End all open access instead.
        #[arg(long, conflicts_with_all = ["by", "reason"])]
        end: bool,
    },
    /// Grant a clinic a plan that is not paid at Stripe. It replaces the clinic's own plan.
    Plan {
        subdomain: String,
        /// `basic`, `plus` or `pro`.
        #[arg(long, value_parser = plan_named, required_unless_present = "end")]
        plan: Option<PlanId>,
        /// Who grants the plan; shown in the clinic's activity log.
        #[arg(long)]
        by: String,
        /// The last day on which the grant is valid, in the clinic's time zone. Default: until it is ended.
        #[arg(long, conflicts_with = "end")]
        until: Option<NaiveDate>,
        /// End the grant instead.
        #[arg(long, conflicts_with = "plan")]
        end: bool,
    },
    /// Change the role of a clinic's owner, for a physician who owns the clinic and is the only one to treat there.
    OwnerRole {
        subdomain: String,
        /// `Practice Manager`, `Provider`, `Nurse` or `Medical Director`.
        #[arg(long, value_parser = role)]
        role: Role,
        /// Required for an owner who treats patients, unless it is known.
        #[arg(long)]
        license: Option<String>,
        /// The owner's address, if the clinic has several owners.
        #[arg(long)]
        email: Option<String>,
        /// Who changes the role; shown in the clinic's activity log.
        #[arg(long)]
        by: String,
    },
    /// Confirm a Medical Director whom nobody at the clinic can confirm, because its owner treats nobody and it sends no mail.
    ConfirmDirector {
        subdomain: String,
        /// The director's address.
        #[arg(long)]
        email: String,
        /// Who has verified the person; shown in the clinic's activity log.
        #[arg(long)]
        by: String,
    },
    /// Delete a suspended clinic for good. A tombstone is left, and its address is reserved.
    Delete {
        subdomain: String,
        /// The subdomain again, to confirm.
        #[arg(long)]
        confirm: String,
        /// After this many days another clinic may take the address. Default: never.
        #[arg(long)]
        free_address_after_days: Option<u32>,
    },
}

impl Command {
    pub async fn run(self) -> Result<ExitCode, String> {
        match self {
            Self::Create(new) => create::create(new).await,
            Self::List => list().await,
            Self::Suspend { subdomain } => set_status(&subdomain, ClinicStatus::Suspended).await,
            Self::Resume { subdomain } => set_status(&subdomain, ClinicStatus::Active).await,
            Self::Rename { subdomain, to, name } => rename(&subdomain, NewNames { subdomain: to, name }).await,
            Self::Export { subdomain, to } => exports::export(&subdomain, &to).await,
            Self::Import { from, check: true, .. } => exports::check(&from),
            Self::Import { from, subdomain, placement, forget_second_factors, .. } => {
                exports::import(&from, &ImportOptions { subdomain, placement, forget_second_factors }).await
            }
            Self::Move { subdomain, to } => move_to(&subdomain, &to).await,
            Self::Restore { subdomain, from: Some(from), .. } => exports::restore(&subdomain, &from).await,
            Self::Restore { subdomain, from: None, .. } => exports::undo_restore(&subdomain).await,
            Self::DropFormer { subdomain } => drop_former(&subdomain).await,
            Self::Support { subdomain, end: true, .. } => end_support(&subdomain).await,
            Self::Support { subdomain, by, reason, minutes, .. } => {
                let operator = by.unwrap_or_default();
                support(&subdomain, &AccessRequest { operator, reason: reason.unwrap_or_default(), minutes }).await
            }
            Self::Plan { subdomain, by, end: true, .. } => end_plan(&subdomain, &by).await,
            Self::Plan { subdomain, plan: None, .. } => Err(format!("say which plan {subdomain} shall have")),
            Self::Plan { subdomain, plan: Some(plan), by, until: last_day, .. } => {
                grant_plan(&subdomain, &Grant { plan, by, last_day }).await
            }
            Self::OwnerRole { subdomain, role, license: license_number, email, by } => {
                owner_role(&subdomain, &OwnersRole { role, license_number, email, by }).await
            }
            Self::ConfirmDirector { subdomain, email, by } => {
                confirm_director(&subdomain, &DirectorToConfirm { email, by }).await
            }
            Self::Delete { subdomain, confirm, free_address_after_days } => {
                let name_free_after = free_address_after_days.map(|days| TimeDelta::days(days.into()));
                delete(&subdomain, &Deletion { confirmed: confirm, name_free_after }).await
            }
        }
    }
}

pub fn base_url() -> Result<BaseUrl, String> {
    let text = config::optional("BASE_URL").map_err(|error| error.to_string())?;
    BaseUrl::parse(&text.unwrap_or_else(|| "http://localhost:8080".into())).map_err(|error| error.to_string())
}

fn role(name: &str) -> Result<Role, String> {
    Role::try_from_value(&name.to_owned()).map_err(|_| "there is no such role".to_owned())
}

async fn list() -> Result<ExitCode, String> {
    let base = base_url()?;
    for clinic in owner().await?.clinics().await.map_err(|error| error.to_string())? {
        let line = json!({
            "id": clinic.id, "subdomain": clinic.subdomain, "name": clinic.name, "status": clinic.status,
            "placement": clinic.placement,
            "schema_version": clinic.schema_version, "url": base.origin_of(&clinic.subdomain),
        });
        print(&line.to_string());
    }
    Ok(ExitCode::SUCCESS)
}

async fn set_status(subdomain: &str, status: ClinicStatus) -> Result<ExitCode, String> {
    if owner().await?.set_status(subdomain, status).await.map_err(|error| error.to_string())? {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(format!("there is no clinic {subdomain}"))
    }
}

async fn rename(subdomain: &str, new: NewNames) -> Result<ExitCode, String> {
    let (now, base) = (Clock::default().now(), base_url()?);
    clinic_ops::rename(&owner().await?, subdomain, &new, now).await.map_err(|fault| fault.to_string())?;
    let origin = base.origin_of(new.subdomain.as_deref().unwrap_or(subdomain));
    print(&json!({ "url": origin }).to_string());
    Ok(ExitCode::SUCCESS)
}

async fn move_to(subdomain: &str, to: &str) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    let owner = owner().await?;
    let expected = clinic_ops::size(&owner, subdomain).await.map_err(|fault| fault.to_string())?;
    let (rows, fence) = (expected.rows, expected.expected_fence());
    tracing::info!(clinic = subdomain, rows, "the clinic will answer 503 for about {} ms", fence.as_millis());
    let moved = clinic_ops::move_to(&owner, subdomain, to, now).await.map_err(|fault| fault.to_string())?;
    let line = json!({
        "placement": to, "rows": moved.rows, "followed": moved.followed, "fenced_ms": moved.fenced_milliseconds,
    });
    print(&line.to_string());
    Ok(ExitCode::SUCCESS)
}

async fn drop_former(subdomain: &str) -> Result<ExitCode, String> {
    let dropped = clinic_ops::drop_former(&owner().await?, subdomain).await.map_err(|fault| fault.to_string())?;
    print(&json!({ "dropped": dropped }).to_string());
    Ok(ExitCode::SUCCESS)
}

async fn support(subdomain: &str, request: &AccessRequest) -> Result<ExitCode, String> {
    let (now, base) = (Clock::default().now(), base_url()?);
    let given = support::grant(&owner().await?, subdomain, request, now).await.map_err(|fault| fault.to_string())?;
    let origin = base.origin_of(subdomain);
    // In the fragment, like the link of a sign-up, so that no log and no Referer holds it.
    let line = json!({ "url": format!("{origin}/welcome#{}", given.token), "ends_at": given.ends_at });
    print(&line.to_string());
    Ok(ExitCode::SUCCESS)
}

async fn end_support(subdomain: &str) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    let ended = support::end(&owner().await?, subdomain, now).await.map_err(|fault| fault.to_string())?;
    print(&json!({ "ended": ended }).to_string());
    Ok(ExitCode::SUCCESS)
}

fn plan_named(code: &str) -> Result<PlanId, String> {
    PlanId::try_from_value(&code.to_owned()).map_err(|_| "must be basic, plus or pro".to_owned())
}

async fn grant_plan(subdomain: &str, wanted: &Grant) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    let granted = clinic_ops::grant(&owner().await?, subdomain, wanted, now).await;
    let ends_at = granted.map_err(|fault| fault.to_string())?;
    print(&json!({ "clinic": subdomain, "plan": wanted.plan, "ends_at": ends_at }).to_string());
    Ok(ExitCode::SUCCESS)
}

async fn end_plan(subdomain: &str, by: &str) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    let ended = clinic_ops::end_grants(&owner().await?, subdomain, by, now).await.map_err(|fault| fault.to_string())?;
    print(&json!({ "ended": ended }).to_string());
    Ok(ExitCode::SUCCESS)
}

async fn owner_role(subdomain: &str, wanted: &OwnersRole) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    clinic_ops::change_owners_role(&owner().await?, subdomain, wanted, now).await.map_err(|fault| fault.to_string())?;
    print(&json!({ "clinic": subdomain, "role": wanted.role }).to_string());
    Ok(ExitCode::SUCCESS)
}

async fn confirm_director(subdomain: &str, wanted: &DirectorToConfirm) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    clinic_ops::confirm_director(&owner().await?, subdomain, wanted, now).await.map_err(|fault| fault.to_string())?;
    print(&json!({ "clinic": subdomain, "confirmed": wanted.email }).to_string());
    Ok(ExitCode::SUCCESS)
}

async fn delete(subdomain: &str, wanted: &Deletion) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    clinic_ops::delete(&owner().await?, subdomain, wanted, now).await.map_err(|fault| fault.to_string())?;
    Ok(ExitCode::SUCCESS)
}
