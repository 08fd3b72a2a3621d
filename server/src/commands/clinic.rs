//! `celadon clinic …` and `celadon demo`.

use std::{io::Read, process::ExitCode};

use clap::{Args, Subcommand};
use serde_json::json;
use server::{
    clinics,
    clock::Clock,
    config::{self, BaseUrl},
    demo,
    password::Passwords,
    permission::Role,
    tenancy::{NewClinic, NewOwner},
};

use super::{owner, print};

#[derive(Subcommand)]
pub enum Command {
    /// Make a clinic at once; prints one JSON line with its URL.
    Create(Create),
    /// One JSON line for each clinic.
    List,
    /// Stop serving a clinic; its data stays.
    Suspend { subdomain: String },
    /// Serve a suspended clinic again.
    Resume { subdomain: String },
}

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
    /// Seen by others on this machine; better `--owner-password-stdin`.
    #[arg(long, conflicts_with = "owner_password_stdin")]
    owner_password: Option<String>,
    /// Read the password from standard input.
    #[arg(long)]
    owner_password_stdin: bool,
    #[arg(long, default_value = "America/New_York")]
    time_zone: chrono_tz::Tz,
}

impl Command {
    pub async fn run(self) -> Result<ExitCode, String> {
        match self {
            Self::Create(new) => create(new).await,
            Self::List => list().await,
            Self::Suspend { subdomain } => set_status(&subdomain, "suspended").await,
            Self::Resume { subdomain } => set_status(&subdomain, "active").await,
        }
    }
}

pub fn base_url() -> Result<BaseUrl, String> {
    let text = config::optional("BASE_URL").map_err(|error| error.to_string())?;
    BaseUrl::parse(&text.unwrap_or_else(|| "http://localhost:8080".into())).map_err(|error| error.to_string())
}

async fn create(new: Create) -> Result<ExitCode, String> {
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
        role: Role::PracticeManager,
        password_hash,
    };
    let clinic = NewClinic { subdomain: new.subdomain, name: new.name, time_zone: new.time_zone };
    let now = Clock::default().now();
    let born = clinics::create(&owner().await?, clinic, &owner_member, now).await.map_err(|error| error.to_string())?;
    print(&json!({ "id": born.id, "subdomain": born.subdomain, "url": base.origin_of(&born.subdomain) }).to_string());
    Ok(ExitCode::SUCCESS)
}

async fn list() -> Result<ExitCode, String> {
    let base = base_url()?;
    for clinic in owner().await?.clinics().await.map_err(|error| error.to_string())? {
        let line = json!({
            "id": clinic.id, "subdomain": clinic.subdomain, "name": clinic.name, "status": clinic.status,
            "schema_version": clinic.schema_version, "url": base.origin_of(&clinic.subdomain),
        });
        print(&line.to_string());
    }
    Ok(ExitCode::SUCCESS)
}

async fn set_status(subdomain: &str, status: &str) -> Result<ExitCode, String> {
    if owner().await?.set_status(subdomain, status).await.map_err(|error| error.to_string())? {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(format!("there is no clinic {subdomain}"))
    }
}

pub async fn demo() -> Result<ExitCode, String> {
    let base = base_url()?;
    let owner = owner().await?;
    let sign_ins =
        demo::make(&owner, &Passwords::default(), Clock::default().now()).await.map_err(|error| error.to_string())?;
    for sign_in in sign_ins {
        let line = json!({
            "clinic": sign_in.clinic, "url": base.origin_of(sign_in.subdomain), "role": sign_in.role,
            "name": sign_in.name, "email": sign_in.email, "password": demo::PASSWORD, "is_owner": sign_in.is_owner,
        });
        print(&line.to_string());
    }
    Ok(ExitCode::SUCCESS)
}
