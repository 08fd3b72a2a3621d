//! A POST that is sent twice does its work once. The client's key and the response are written in the same
//! transaction as the work. A request that repeats the key receives that response.
//!
//! If twenty requests with one key arrive at once, one inserts the key and nineteen wait on its row until that
//! transaction ends. The claim is part of [`super::Ctx`], so that no handler can forget it. It comes after the
//! permission check, so that a member who has lost the right, or whose proof of identity is no longer fresh, does not
//! receive the response.
//!
//! A key belongs to a member: the work is done once, from whichever session the key is repeated. The response belongs
//! to the session, and never holds a secret that is sent once ([`super::Ctx::done_with_secret`]).

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header::SET_COOKIE},
    response::Response,
};
use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::kept_answer::{self, Column, Entity};
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
use base::{
    error::{Error, Refusal, Result},
    stored_response::StoredResponse,
};
use crypto::{Seal, keyed_hash};

/// The answer to a key that was sent before with another request.
const KEY_REUSED: Refusal = Refusal::new(
    StatusCode::UNPROCESSABLE_ENTITY,
    "key_reused",
    "This was sent before with other entries. Please save it again.",
);

/// The shortest time for which a response is stored.
pub const KEPT: TimeDelta = TimeDelta::hours(24);

/// The client's key, with a digest of its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    key: String,
    /// SHA-256 of method, path, query and body.
    request: [u8; 32],
}

impl IdempotencyKey {
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
    session_ref: SessionRef,
    key: String,
    clinic: Uuid,
    /// The keys that encrypt the response.
    keys: SessionKeys,
}

pub(super) enum Claimed {
    First(Claim),
    Repeated(PreviousResponse),
}

/// The outcome of an earlier request with the same key.
pub(super) struct PreviousResponse {
    pub answer: StoredResponse,
    /// Whether the request needed a fresh proof of identity.
    pub needs_proof: bool,
    /// The patients and objects that the request touched.
    pub subject: Subject,
}

/// The refusal when the same member repeats the key from another session. Another person may be at that session, so
/// nothing of the response is sent, and nothing is done.
fn done_elsewhere() -> Error {
    Error::conflict(
        "done_before",
        "This was saved already, before you signed in again. Please look for it before you save it once more.",
    )
}

/// Takes the key for this transaction. If another transaction has the key, waits for it and returns its outcome.
pub(super) async fn claim(
    tx: &ClinicTx,
    keys: &SessionKeys,
    clinic: Uuid,
    session_ref: SessionRef,
    key: &IdempotencyKey,
    now: DateTime<Utc>,
) -> Result<Claimed> {
    // A keyed hash, because a body can hold a password. With a plain hash somebody could guess the password.
    let macs: Vec<_> =
        keys.derive("request", clinic).iter().map(|mac_key| keyed_hash(mac_key, [key.request])).collect();
    let claim = Claim { session_ref, key: key.key.clone(), clinic, keys: keys.clone() };
    let anew = OnConflict::columns([Column::MemberId, Column::Key])
        .update_columns([Column::RequestMac, Column::CreatedAt, Column::SessionId])
        .values([(Column::Status, Expr::null()), (Column::Body, Expr::null())])
        .action_and_where(Expr::col((Entity, Column::CreatedAt)).lte(now - KEPT))
        .to_owned();
    let row = kept_answer::ActiveModel {
        member_id: Set(session_ref.member),
        key: Set(key.key.clone()),
        request_mac: Set(macs[0].clone()),
        created_at: Set(now),
        session_id: Set(Some(session_ref.session)),
        ..Default::default()
    };
    if Entity::insert(row).on_conflict(anew).exec_without_returning(tx).await? == 1 {
        return Ok(Claimed::First(claim));
    }
    let row = Entity::find_by_id((session_ref.member, key.key.clone())).one(tx).await?.ok_or(Error::Unavailable)?;
    // The former secret's keys are accepted too, for requests from before the secret was changed.
    if !macs.contains(&row.request_mac) {
        return Err(KEY_REUSED.into());
    }
    if row.session_id != Some(session_ref.session) {
        return Err(done_elsewhere());
    }
    let unreadable = || Error::Internal("a stored response cannot be read".into());
    let status = row.status.and_then(|status| StatusCode::from_u16(u16::try_from(status).ok()?).ok());
    let body = claim.seal().open(&claim.bound_to(), &row.body.ok_or_else(unreadable)?)?;
    Ok(Claimed::Repeated(PreviousResponse {
        answer: StoredResponse { status: status.ok_or_else(unreadable)?, body },
        needs_proof: row.needs_proof,
        subject: Subject { patients: row.patient_ids, objects: row.object_ids, ..Subject::nobody() },
    }))
}

impl Claim {
    /// Stores the response in the transaction of the work.
    ///
    /// The response is encrypted with a key that is not in the database, because it repeats the content of a form. A
    /// response that sets a cookie is not stored.
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
        let sealed = self.seal().close(&self.bound_to(), &body)?;
        let answer = kept_answer::ActiveModel {
            member_id: Unchanged(self.session_ref.member),
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

    /// Frees the key. The work was refused, and the refusal is committed.
    pub(super) async fn give_back(self, tx: &ClinicTx) -> Result<()> {
        Entity::delete_by_id((self.session_ref.member, self.key)).exec(tx).await?;
        Ok(())
    }

    fn seal(&self) -> Seal<'_> {
        self.keys.seal("answer", self.clinic)
    }

    /// Binds the ciphertext to the member, the session and the key, so that nobody can move a response to
    /// another row.
    fn bound_to(&self) -> String {
        format!("{} {} {}", self.session_ref.member, self.session_ref.session, self.key)
    }
}

/// Deletes responses that are older than `KEPT`.
pub async fn forget_responses(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::CreatedAt.lte(now - KEPT)).exec(tx).await?;
    Ok(())
}
