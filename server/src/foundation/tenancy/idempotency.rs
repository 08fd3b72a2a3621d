//! A POST that comes twice does its work once: a key that the client chose is written in the same
//! transaction as the work, and with it the answer. Whoever sends the key again gets that answer.
//!
//! Of twenty who come at once with one key, one writes it and nineteen wait at the key's row for
//! that one's end. The claim stands in [`super::Ctx`], so that no handler can forget it, after the
//! check of who may: a right that was lost since is lost for the answer as well, and so is a proof of
//! identity that was needed and is no longer fresh.
//!
//! A key is its member's: the work is done once, whoever else's session comes with it. The answer is its
//! session's, and never a secret that is told once ([`super::Ctx::done_telling`]).

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header::SET_COOKIE},
    response::Response,
};
use chacha20poly1305::{
    Key, KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::kept_answer::{self, Column, Entity};
use hmac::{Hmac, Mac};
use http_body_util::BodyExt;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ColumnTrait, EntityTrait, QueryFilter,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    ClinicTx, Subject,
    session::{SessionKeys, SessionRef},
};
use crate::foundation::{
    error::{Error, Result},
    stored_response::StoredResponse,
};

/// How long an answer is kept, at least.
pub const KEPT: TimeDelta = TimeDelta::hours(24);

const NONCE: usize = 24;

/// What a client sends to have its request done once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    key: String,
    /// SHA-256 of method, path, query and body.
    request: [u8; 32],
}

impl IdempotencyKey {
    /// # Errors
    /// When the key is not 1 to 200 visible ASCII characters.
    pub fn new(key: &HeaderValue, method: &str, path_and_query: &str, body: &[u8]) -> Result<Self> {
        let key = key.as_bytes();
        if !(1..=200).contains(&key.len()) || !key.iter().all(u8::is_ascii_graphic) {
            return Err(Error::field("Idempotency-Key", "must be 1 to 200 letters, digits or signs"));
        }
        let mut request = Sha256::new();
        for part in [method.as_bytes(), path_and_query.as_bytes(), body] {
            request.update((part.len() as u64).to_be_bytes());
            request.update(part);
        }
        Ok(Self { key: String::from_utf8_lossy(key).into_owned(), request: request.finalize().into() })
    }
}

/// The right to do the work of a key.
pub(super) struct Claim {
    named: SessionRef,
    key: String,
    /// For the answer.
    cipher: [u8; 32],
}

pub(super) enum Claimed {
    First(Claim),
    Again(Kept),
}

/// What came of the same request before.
pub(super) struct Kept {
    pub answer: StoredResponse,
    /// The request needed a fresh proof of identity.
    pub needs_proof: bool,
    /// Whose data it touched.
    pub subject: Subject,
}

/// The same member has sent it from another session. Whoever sits there may be somebody else: nothing
/// of the answer is told, and nothing is done.
fn done_elsewhere() -> Error {
    Error::conflict(
        "done_before",
        "This was saved already, before you signed in again. Please look for it before you save it once more.",
    )
}

/// Takes the key for this transaction, or waits for whoever has it and answers what came of it.
pub(super) async fn claim(
    tx: &ClinicTx,
    keys: &SessionKeys,
    clinic: Uuid,
    named: SessionRef,
    once: &IdempotencyKey,
    now: DateTime<Utc>,
) -> Result<Claimed> {
    // Keyed: a body can hold a password, which a plain hash would let somebody guess.
    let macs: Vec<_> = keys.derive("request", clinic).iter().map(|key| mac(key, &once.request)).collect();
    let ciphers = keys.derive("answer", clinic);
    let claim = |cipher| Claim { named, key: once.key.clone(), cipher };
    let anew = OnConflict::columns([Column::MemberId, Column::Key])
        .update_columns([Column::RequestMac, Column::CreatedAt, Column::SessionId])
        .values([(Column::Status, Expr::null()), (Column::Body, Expr::null())])
        .action_and_where(Expr::col((Entity, Column::CreatedAt)).lte(now - KEPT))
        .to_owned();
    let row = kept_answer::ActiveModel {
        member_id: Set(named.member),
        key: Set(once.key.clone()),
        request_mac: Set(macs[0].clone()),
        created_at: Set(now),
        session_id: Set(Some(named.session)),
        ..Default::default()
    };
    if Entity::insert(row).on_conflict(anew).exec_without_returning(tx).await? == 1 {
        return Ok(Claimed::First(claim(ciphers[0])));
    }
    let row = Entity::find_by_id((named.member, once.key.clone())).one(tx).await?.ok_or(Error::Unavailable)?;
    // With the secret of before, if it was done before the secret was changed.
    let by = macs.iter().position(|mac| *mac == row.request_mac).ok_or(Error::KeyReused)?;
    if row.session_id != Some(named.session) {
        return Err(done_elsewhere());
    }
    let claim = claim(ciphers[by]);
    let unreadable = || Error::Internal("a kept answer cannot be read".into());
    let status = row.status.and_then(|status| StatusCode::from_u16(u16::try_from(status).ok()?).ok());
    let body = claim.open(&row.body.ok_or_else(unreadable)?).ok_or_else(unreadable)?;
    Ok(Claimed::Again(Kept {
        answer: StoredResponse { status: status.ok_or_else(unreadable)?, body },
        needs_proof: row.needs_proof,
        subject: Subject { patients: row.patient_ids, objects: row.object_ids, ..Subject::nobody() },
    }))
}

impl Claim {
    /// Writes the answer beside the work that it is the answer to.
    ///
    /// Encrypted with a key that is not in the database, because an answer holds what a form held. One
    /// that sets a cookie is not kept at all.
    pub(super) async fn keep(
        self,
        tx: &ClinicTx,
        answer: Response,
        subject: &Subject,
        needs_proof: bool,
    ) -> Result<Response> {
        if answer.headers().contains_key(SET_COOKIE) {
            self.give_back(tx).await?;
            return Ok(answer);
        }
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.map_err(|_| Error::Internal("an answer has no end".into()))?.to_bytes();
        let sealed = self.seal(&body).ok_or_else(|| Error::Internal("an answer could not be kept".into()))?;
        let answer = kept_answer::ActiveModel {
            member_id: Unchanged(self.named.member),
            key: Unchanged(self.key),
            status: Set(Some(i32::from(parts.status.as_u16()))),
            body: Set(Some(sealed)),
            needs_proof: Set(needs_proof),
            patient_ids: Set(subject.patients.clone()),
            object_ids: Set(subject.objects.clone()),
            ..Default::default()
        };
        Entity::update(answer).exec_without_returning(tx).await?;
        Ok(Response::from_parts(parts, Body::from(body)))
    }

    /// The work was refused, and the refusal is committed: the key is as good as new.
    pub(super) async fn give_back(self, tx: &ClinicTx) -> Result<()> {
        Entity::delete_by_id((self.named.member, self.key)).exec(tx).await?;
        Ok(())
    }

    /// Bound to whose key it is: nobody can move an answer to another row.
    fn bound_to(&self) -> String {
        format!("{} {} {}", self.named.member, self.named.session, self.key)
    }

    fn seal(&self, body: &[u8]) -> Option<Vec<u8>> {
        let nonce: [u8; NONCE] = rand::random();
        let aad = self.bound_to();
        let payload = Payload { msg: body, aad: aad.as_bytes() };
        let cipher = XChaCha20Poly1305::new(&Key::from(self.cipher));
        let sealed = cipher.encrypt(&XNonce::from(nonce), payload).ok()?;
        Some([nonce.as_slice(), &sealed].concat())
    }

    fn open(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let aad = self.bound_to();
        let payload = Payload { msg: sealed, aad: aad.as_bytes() };
        XChaCha20Poly1305::new(&Key::from(self.cipher)).decrypt(&XNonce::from(*nonce), payload).ok()
    }
}

fn mac(key: &[u8; 32], request: &[u8; 32]) -> Vec<u8> {
    // A key of any length will do.
    <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key)
        .map(|mac| mac.chain_update(request).finalize().into_bytes().to_vec())
        .unwrap_or_default()
}

/// Forgets the answers that need not be kept any longer.
///
/// # Errors
/// When the database is out of reach.
pub async fn forget_responses(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::CreatedAt.lte(now - KEPT)).exec(tx).await?;
    Ok(())
}
