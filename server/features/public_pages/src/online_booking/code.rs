//! The code that confirms a visitor's address or number: deriving it and trying it.

use entity::clinic::booking_hold;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use uuid::Uuid;

use base::error::{Error, Result};
use config::MasterKey;
use tenancy::Work;

/// How many times a code may be tried.
const MAX_TRIES: i32 = 5;

/// The hold's code. It is derived from the server's secret, so that neither the code nor a hash of it is stored.
pub(super) fn code_of(master: &MasterKey, clinic: Uuid, row: &booking_hold::Model) -> Option<String> {
    let nonce = row.code_nonce?;
    // The secret may have been changed meanwhile.
    let made_with = master.all().find(|one| Some(i64::from(one.number())) == row.code_key)?;
    let [a, b, c, d, ..] = made_with.derive(format!("booking code {clinic} {nonce}").as_bytes());
    Some(format!("{:06}", u32::from_be_bytes([a, b, c, d]) % 1_000_000))
}

/// Counts a try in the hold's row, and returns whether the code is right. The caller must commit a wrong try too, so that it
/// counts.
///
/// Fails if no code was sent, or it has expired, or it was tried too often.
pub(super) async fn try_code(
    work: Work<'_>,
    master: &MasterKey,
    row: &booking_hold::Model,
    typed: &str,
) -> Result<bool> {
    let valid = row.code_expires_at.is_some_and(|until| work.now < until) && row.code_tries < MAX_TRIES;
    let Some(code) = code_of(master, work.clinic.id, row).filter(|_| valid) else {
        return Err(Error::conflict("code_void", "This code is not valid any more. Please have another one sent."));
    };
    let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    if typed == code {
        return Ok(true);
    }
    let mut tried = row.clone().into_active_model();
    tried.code_tries = Set(row.code_tries + 1);
    tried.update(work.tx).await?;
    Ok(false)
}
