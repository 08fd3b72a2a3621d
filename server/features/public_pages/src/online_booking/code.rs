//! The code that confirms a visitor's address or number: what it is, and trying one.

use chrono::{DateTime, Utc};
use entity::clinic::booking_hold;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use uuid::Uuid;

use crate::foundation::{
    config::MasterKey,
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// How often a code may be typed.
const MAX_TRIES: i32 = 5;

/// The hold's code: derived from the server's secret, so that neither it nor a hash of it is stored.
pub(super) fn code_of(master: &MasterKey, clinic: Uuid, row: &booking_hold::Model) -> Option<String> {
    let nonce = row.code_nonce?;
    // The secret may have been changed since.
    let made_with = master.all().find(|one| Some(i64::from(one.number())) == row.code_key)?;
    let [a, b, c, d, ..] = made_with.derive(format!("booking code {clinic} {nonce}").as_bytes());
    Some(format!("{:06}", u32::from_be_bytes([a, b, c, d]) % 1_000_000))
}

/// Counts a try in the hold's row, and returns whether the code is right. The caller commits a wrong try as well, so
/// that it counts.
///
/// # Errors
/// When no code was sent, it has expired, or it was tried too often.
pub(super) async fn try_code(
    tx: &ClinicTx,
    (master, clinic): (&MasterKey, Uuid),
    row: &booking_hold::Model,
    typed: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let valid = row.code_expires_at.is_some_and(|until| now < until) && row.code_tries < MAX_TRIES;
    let Some(code) = code_of(master, clinic, row).filter(|_| valid) else {
        return Err(Error::conflict("code_void", "This code is not valid any more. Please have another one sent."));
    };
    let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    if typed == code {
        return Ok(true);
    }
    let mut tried = row.clone().into_active_model();
    tried.code_tries = Set(row.code_tries + 1);
    tried.update(tx).await?;
    Ok(false)
}
