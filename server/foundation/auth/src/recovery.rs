//! Recovery codes for a lost phone. A member gets ten codes, each of 80 random bits and for one use. So many bits
//! cannot be guessed, so a fast hash of them is enough.

use chrono::{DateTime, Utc};
use entity::{
    clinic::recovery_code::{ActiveModel, Column, Entity},
    ids::MemberId,
};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, sea_query::Expr};
use sha2::{Digest, Sha256};

use base::error::Result;
use tenancy::ClinicTx;

/// How many codes a member gets.
const MANY: usize = 10;

const LENGTH: usize = 16;

/// Crockford's base 32: no letter that looks like a digit, five bits each.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Makes new codes; earlier codes become void. The codes are shown once, and only their hashes are stored.
pub async fn renew(tx: &ClinicTx, member: MemberId, now: DateTime<Utc>) -> Result<Vec<String>> {
    void(tx, member).await?;
    let codes: Vec<String> = std::iter::repeat_with(one).take(MANY).collect();
    let rows = codes.iter().map(|code| ActiveModel {
        member_id: Set(member),
        code_hash: Set(hash(&plain(code))),
        created_at: Set(now),
        ..Default::default()
    });
    Entity::insert_many(rows).exec_without_returning(tx).await?;
    Ok(codes)
}

/// Uses a code up. Only one of several simultaneous requests succeeds.
pub(crate) async fn redeem(tx: &ClinicTx, member: MemberId, code: &str, now: DateTime<Utc>) -> Result<bool> {
    let used = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::MemberId.eq(member))
        .filter(Column::CodeHash.eq(hash(&plain(code))))
        .filter(Column::UsedAt.is_null())
        .exec(tx)
        .await?;
    Ok(used.rows_affected == 1)
}

/// How many codes are left.
pub async fn remaining(tx: &ClinicTx, member: MemberId) -> Result<u64> {
    Ok(Entity::unused(member).count(tx).await?)
}

pub(crate) async fn void(tx: &ClinicTx, member: MemberId) -> Result<()> {
    Entity::delete_many().filter(Column::MemberId.eq(member)).exec(tx).await?;
    Ok(())
}

/// Whether the text has the form of a recovery code.
pub(crate) fn is_shaped_like_one(code: &str) -> bool {
    plain(code).len() == LENGTH
}

/// A new code, such as `abcd-efgh-jkmn-pqrs`.
fn one() -> String {
    let bytes: [u8; LENGTH] = rand::random();
    let letters: Vec<u8> = bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)]).collect();
    letters.chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join("-")
}

/// The code in its original form, without differences of typing.
fn plain(code: &str) -> String {
    code.chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            c => c,
        })
        .collect()
}

fn hash(code: &str) -> Vec<u8> {
    Sha256::digest(format!("recovery code {code}").as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_code_has_eighty_random_bits_and_is_readable() {
        let made: std::collections::BTreeSet<_> = std::iter::repeat_with(one).take(1_000).collect();
        assert_eq!(made.len(), 1_000);
        let mut letters = std::collections::BTreeSet::new();
        for code in &made {
            assert_eq!(code.split('-').map(str::len).collect::<Vec<_>>(), [4, 4, 4, 4], "{code}");
            letters.extend(plain(code).bytes());
        }
        assert_eq!(letters, LETTERS.iter().copied().collect());
    }

    #[test]
    fn a_recovery_code_may_be_typed_in_any_form() {
        let code = "01ab-cdef-ghjk-mnpq";
        for typed in [" O1AB CDEF GHJK MNPQ ", "oIabcdefghjkmnpq", "0lAB-cdef-GHJK-mnpq"] {
            assert_eq!(hash(&plain(typed)), hash(&plain(code)), "{typed}");
            assert!(is_shaped_like_one(typed), "{typed}");
        }
        assert_ne!(hash(&plain("01ab-cdef-ghjk-mnpr")), hash(&plain(code)));
        assert!(!is_shaped_like_one("123456") && !is_shaped_like_one("01ab-cdef-ghjk-mnpq-r"));
    }
}
