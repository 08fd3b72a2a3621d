//! Whether a document is one of this clinic's copies, byte for byte. Only its SHA-256 arrives, and nothing about anybody is
//! answered.

use chrono::{DateTime, Utc};
use entity::clinic::{consent_copy, consent_signature};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::Result,
    http::{Json, Payload, fields::Field, required},
    permission::AuditRead,
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(verify_document))
}

/// A SHA-256 in hexadecimal digits, in either case, with or without spaces.
pub struct Sha256Text(Vec<u8>);

impl Field for Sha256Text {
    fn parse(value: &Value) -> Result<Self, String> {
        let wrong = || "must be a SHA-256: 64 digits from 0 to 9 and a to f".to_owned();
        let text = value.as_str().ok_or_else(wrong)?;
        if text.len() > 200 {
            return Err(wrong());
        }
        let digits: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        hex::decode(digits).ok().filter(|hash| hash.len() == 32).map(Self).ok_or_else(wrong)
    }
}

/// Which document to look for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct VerifyDocument {
    /// The SHA-256 of the file, in hexadecimal digits.
    #[schema(value_type = String)]
    #[serde(deserialize_with = "required")]
    sha256: Sha256Text,
}

impl Payload for VerifyDocument {}

/// Whether the document is known. It says nothing about whose it is.
#[derive(Debug, Serialize, ToSchema)]
struct VerifiedDocument {
    /// Whether this clinic has made a copy with exactly these bytes, which is unchanged in its records.
    is_known: bool,
    /// When it was signed; null for an unknown document.
    #[schema(required)]
    signed_at: Option<DateTime<Utc>>,
}

/// Says whether a document is an unchanged copy of a consent that was signed at this clinic, and when that was.
#[utoipa::path(post, path = "/api/documents/verify", tag = "documents", responses((status = OK, body = VerifiedDocument)))]
async fn verify_document(
    ctx: Ctx<AuditRead>,
    Json(VerifyDocument { sha256 }): Json<VerifyDocument>,
) -> Result<Done<Json<VerifiedDocument>>> {
    let signed_at = signed_at(&ctx.tx, &sha256.0).await?;
    let answer = VerifiedDocument { is_known: signed_at.is_some(), signed_at };
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// When the document with this hash was signed; none for an unknown one, and for one whose stored file has another hash by
/// now.
async fn signed_at(tx: &ClinicTx, sha256: &[u8]) -> Result<Option<DateTime<Utc>>> {
    let copy = consent_copy::Entity::find().filter(consent_copy::Column::Sha256.eq(sha256)).one(tx).await?;
    let Some(copy) = copy.filter(|copy| Sha256::digest(&copy.file).as_slice() == sha256) else { return Ok(None) };
    let signed = consent_signature::Entity::find_by_id(copy.consent_id).select_only();
    Ok(signed.column(consent_signature::Column::SignedAt).into_tuple().one(tx).await?)
}
