//! `celadon demo`.

use std::process::ExitCode;

use serde_json::json;

use super::{clinic::base_url, owner, print};
use base::clock::Clock;
use crypto::password::Passwords;
use operations::demo;

pub async fn make(sets: u8, clears: bool) -> Result<ExitCode, String> {
    let base = base_url()?;
    let owner = owner().await?;
    let sign_ins = demo::make(&owner, &Passwords::default(), Clock::default().now(), sets, clears)
        .await
        .map_err(|error| error.to_string())?;
    for sign_in in sign_ins {
        let line = json!({
            "clinic": sign_in.clinic, "url": base.origin_of(&sign_in.subdomain), "role": sign_in.role,
            "name": sign_in.name, "email": sign_in.email, "password": demo::PASSWORD, "is_owner": sign_in.is_owner,
        });
        print(&line.to_string());
    }
    Ok(ExitCode::SUCCESS)
}
