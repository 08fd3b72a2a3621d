//! `celadon clinic create`.

use std::{io::Read, process::ExitCode};

use clap::Args;
use serde_json::json;

use super::base_url;
use crate::cli::{owner, print};
use auth::is_kept;
use base::{clock::Clock, permission::Role};
use crypto::password::Passwords;
use operations::provisioning;
use tenancy::{NewClinic, NewOwner};

#[derive(Args)]
pub struct Create {
    subdomain: String,
    /// The clinic's name.
    #[arg(long)]
    name: String,
    #[arg(long)]
    owner_email: String,
    #[arg(long, default_value = "Clinic")]
    owner_first_name: String,
    #[arg(long, default_value = "Owner")]
    owner_last_name: String,
    /// The owner's role: `Practice Manager`, or `Provider`, `Nurse` or `Medical Director` for an owner who treats patients.
    #[arg(long, default_value = "Practice Manager", value_parser = super::role)]
    owner_role: Role,
    /// Required for an owner who treats patients.
    #[arg(long)]
    owner_license: Option<String>,
    /// Other users of this machine can see it; use `--owner-password-stdin` instead.
    #[arg(long, conflicts_with = "owner_password_stdin")]
    owner_password: Option<String>,
    /// Read the password from standard input.
    #[arg(long)]
    owner_password_stdin: bool,
    #[arg(long, default_value = "America/New_York")]
    time_zone: chrono_tz::Tz,
    /// The placement. Default: of those that accept clinics, the one with the fewest.
    #[arg(long)]
    placement: Option<String>,
}

pub async fn create(new: Create) -> Result<ExitCode, String> {
    if let Some((field, words)) = provisioning::owners_role_problem(new.owner_role, new.owner_license.as_deref()) {
        let option = if field == "role" { "--owner-role" } else { "--owner-license" };
        return Err(format!("{option}: {words}"));
    }
    if is_kept(&new.owner_email) {
        return Err("--owner-email: is kept for the service's own people".to_owned());
    }
    let password = match (new.owner_password, new.owner_password_stdin) {
        (Some(password), _) => password,
        (None, true) => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map_err(|error| error.to_string())?;
            text.trim_end_matches(['\r', '\n']).to_owned()
        }
        (None, false) => return Err("give --owner-password-stdin or --owner-password".to_owned()),
    };
    if !(12..=128).contains(&password.chars().count()) {
        return Err("the owner's password must have 12 to 128 characters".to_owned());
    }
    let base = base_url()?;
    let password_hash = Passwords::default().hash(password).await.map_err(|error| error.to_string())?;
    let owner_member = NewOwner {
        first_name: new.owner_first_name,
        last_name: new.owner_last_name,
        email: new.owner_email,
        role: new.owner_role,
        license_number: new.owner_license,
        password_hash,
    };
    let clinic = NewClinic { subdomain: new.subdomain, name: new.name, time_zone: new.time_zone };
    let now = Clock::default().now();
    let placement = new.placement.as_deref();
    let provisioned = provisioning::create_at(&owner().await?, clinic, placement, &owner_member, now)
        .await
        .map_err(|error| error.to_string())?;
    print(&json!({ "id": provisioned.id, "subdomain": provisioned.subdomain, "url": base.origin_of(&provisioned.subdomain) }).to_string());
    Ok(ExitCode::SUCCESS)
}
