//! Checks the second factor: which members have one, whether a code is right, and how often a member may try.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::second_factor::{Column, Entity, Model},
    ids::MemberId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use uuid::Uuid;

use super::recovery;
use base::error::{Error, Result};
use config::MasterKey;
use crypto::{Seal, totp::Secret};
use tenancy::ClinicTx;

/// The sentence for a wrong code, both at sign-in and when a member proves their identity again.
pub const WRONG_CODE: &str = "The code is not right, or it has been used already. Please enter the next one.";

/// The wrong code in a row after which the first wait begins.
const FREE_FAILURES: i32 = 5;

/// The longest wait between two tries. Three of a million codes are valid at a time, so guessing at this pace takes
/// decades. Only a person who knows the password can make the member wait.
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(1);

/// The secrets of one clinic's second factors in their stored form: encrypted, and bound to their member. So a person
/// who can write to the table cannot give a member another member's factor.
pub struct SealedSecrets<'k> {
    seal: Seal<'k>,
    clinic: Uuid,
}

impl<'k> SealedSecrets<'k> {
    pub fn new(master: &'k MasterKey, clinic: Uuid) -> Self {
        Self { seal: Seal::new(master, clinic, "second factor"), clinic }
    }

    /// The name of the key that new secrets are encrypted with.
    pub fn key_id(&self) -> &'k str {
        self.seal.key_id()
    }

    pub fn close(&self, member: MemberId, secret: &Secret) -> Result<Vec<u8>> {
        self.seal.close(&self.bound_to(member), secret.as_bytes())
    }

    /// Fails when the secret was encrypted with a key that is no longer accepted, was encrypted for another member, or was altered.
    pub fn open(&self, row: &Model) -> Result<Secret> {
        Secret::from_bytes(&self.seal.open_named(&row.key_id, &self.bound_to(row.member_id), &row.secret)?)
    }

    fn bound_to(&self, member: MemberId) -> String {
        format!("{} {member}", self.clinic)
    }
}

/// The result of checking a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Right,
    /// Wrong, or used already. The count of wrong codes must be committed.
    Wrong,
    /// Not checked, because too many codes were wrong.
    TooSoon {
        retry_after_seconds: u64,
    },
}

/// Whether the member signs in with a second factor.
pub async fn is_on(tx: &ClinicTx, member: MemberId) -> Result<bool> {
    Ok(Entity::in_force(member).one(tx).await?.is_some())
}

/// The members who sign in with a second factor.
pub async fn everybody_with_one(tx: &ClinicTx) -> Result<BTreeSet<MemberId>> {
    let rows = Entity::find().filter(Column::ConfirmedAt.is_not_null()).all(tx).await?;
    Ok(rows.into_iter().map(|row| row.member_id).collect())
}

/// Checks a code of the app or a recovery code, and uses it up. The row stays locked until the transaction ends. So
/// of two simultaneous requests with one code, the second finds it used.
pub async fn check_code(
    tx: &ClinicTx,
    master: &MasterKey,
    clinic: Uuid,
    member: MemberId,
    code: &str,
    now: DateTime<Utc>,
) -> Result<Verdict> {
    let Some(row) = Entity::in_force(member).lock_exclusive().one(tx).await? else { return Ok(Verdict::Wrong) };
    if recovery::is_shaped_like_one(code) {
        let is_right = recovery::redeem(tx, member, code, now).await?;
        return Ok(if is_right { Verdict::Right } else { Verdict::Wrong });
    }
    if let Some(wait) = wait(&row, now) {
        return Ok(Verdict::TooSoon { retry_after_seconds: wait });
    }
    let secret = SealedSecrets::new(master, clinic).open(&row)?;
    let step = secret.step_of(code, now, row.last_step);
    let failures = row.failures;
    let mut row = row.into_active_model();
    if let Some(step) = step {
        row.last_step = Set(step);
        row.failures = Set(0);
        row.failed_at = Set(None);
    } else {
        row.failures = Set(failures.saturating_add(1));
        row.failed_at = Set(Some(now));
    }
    row.update(tx).await?;
    Ok(if step.is_some() { Verdict::Right } else { Verdict::Wrong })
}

/// Seconds until the next try: a minute after the fifth wrong code in a row, doubled with each further wrong code. A
/// wrong code with a future time was recorded by a server whose clock was ahead, and is ignored.
fn wait(row: &Model, now: DateTime<Utc>) -> Option<u64> {
    let beyond = u32::try_from(row.failures.checked_sub(FREE_FAILURES)?).ok()?;
    let wait = TimeDelta::minutes(1 << beyond.min(6)).min(LONGEST_WAIT);
    let left = (row.failed_at? + wait - now).num_seconds();
    u64::try_from(left).ok().filter(|left| *left > 0 && *left <= 2 * wait.num_seconds().unsigned_abs())
}

/// Removes the factor, an unfinished enrollment and the recovery codes. `false` if no factor was in force.
pub async fn remove(tx: &ClinicTx, member: MemberId) -> Result<bool> {
    let was_on = is_on(tx, member).await?;
    Entity::delete_many().filter(Column::MemberId.eq(member)).exec(tx).await?;
    recovery::void(tx, member).await?;
    Ok(was_on)
}

/// Encrypts secrets of the former key again with the current key, so that the former key can be removed. Returns how
/// many there were. Secrets that neither key decrypts stay unchanged.
pub async fn reseal(tx: &ClinicTx, master: &MasterKey, clinic: Uuid) -> Result<usize> {
    let seal = SealedSecrets::new(master, clinic);
    let rows = Entity::find().filter(Column::KeyId.ne(seal.key_id())).lock_exclusive().all(tx).await?;
    let mut count = 0;
    for row in rows {
        let Ok(secret) = seal.open(&row) else { continue };
        let sealed = seal.close(row.member_id, &secret)?;
        let mut row = row.into_active_model();
        row.secret = Set(sealed);
        row.key_id = Set(seal.key_id().to_owned());
        row.update(tx).await?;
        count += 1;
    }
    Ok(count)
}

/// The refusal of a wrong code for a member who is signed in. At sign-in the status is 401.
pub fn wrong_code() -> Error {
    Error::Refused { code: "wrong_code", sentence: WRONG_CODE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wrong_code_lengthens_the_wait() {
        let now = DateTime::from_timestamp(2_000_000_000, 0).unwrap();
        let after = |failures, seconds| {
            let row = Model {
                id: 1,
                member_id: 1.into(),
                secret: Vec::new(),
                key_id: String::new(),
                created_at: now,
                confirmed_at: Some(now),
                last_step: 0,
                failures,
                failed_at: (failures > 0).then_some(now),
            };
            wait(&row, now + TimeDelta::seconds(seconds))
        };
        for failures in 0..5 {
            assert_eq!(after(failures, 0), None, "{failures}");
        }
        assert_eq!((after(5, 0), after(5, 59), after(5, 60)), (Some(60), Some(1), None));
        assert_eq!((after(6, 0), after(7, 0), after(10, 0)), (Some(120), Some(240), Some(1_920)));
        assert_eq!((after(5, -60), after(5, -61), after(5, -400 * 86_400)), (Some(120), None, None));
        for failures in [11, 12, 40, i32::MAX] {
            assert_eq!((after(failures, 0), after(failures, 3_600)), (Some(3_600), None), "{failures}");
        }
    }
}
