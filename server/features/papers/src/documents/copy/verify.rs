//! Verifies whether a document is one of this clinic's copies, byte for byte. The request holds only its SHA-256, and the answer
//! holds nothing about any person.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        consent_copy, consent_signature, estimate, exam, exam_signature, signed_copy, treatment, treatment_approval,
    },
    words::SignedKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{error::Result, permission::AuditRead};
use http_api::{Json, deserialize_fields, fields::Field, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

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
deserialize_fields!(Sha256Text);

/// The document to look for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct VerifyDocument {
    /// The SHA-256 of the file, in hexadecimal digits.
    #[schema(value_type = String)]
    sha256: Sha256Text,
}

/// Whether the document is known. The answer does not name the patient.
#[derive(Debug, Serialize, ToSchema)]
struct VerifiedDocument {
    /// Whether this clinic has made a copy with exactly these bytes, and its stored file is unchanged.
    is_known: bool,
    /// When it was signed. Null for an unknown document.
    signed_at: Option<DateTime<Utc>>,
}

/// Says whether a document is an unchanged copy of a record that was signed at this clinic, and when it was signed.
#[utoipa::path(post, path = "/api/documents/verify", tag = "documents", responses((status = OK, body = VerifiedDocument)))]
async fn verify_document(
    ctx: Ctx<AuditRead>,
    Json(VerifyDocument { sha256 }): Json<VerifyDocument>,
) -> Result<Done<Json<VerifiedDocument>>> {
    let signed_at = signed_at(&ctx.tx, &sha256.0).await?;
    let answer = VerifiedDocument { is_known: signed_at.is_some(), signed_at };
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// When the document with this hash was signed. `None` if the document is unknown, or if its stored file no longer has this
/// hash.
async fn signed_at(tx: &ClinicTx, sha256: &[u8]) -> Result<Option<DateTime<Utc>>> {
    let is_unchanged = |file: &[u8]| Sha256::digest(file).as_slice() == sha256;
    let copy = consent_copy::Entity::find().filter(consent_copy::Column::Sha256.eq(sha256)).one(tx).await?;
    if let Some(copy) = copy.filter(|copy| is_unchanged(&copy.file)) {
        let signed = consent_signature::Entity::find_by_id(copy.consent_id).select_only();
        return Ok(signed.column(consent_signature::Column::SignedAt).into_tuple().one(tx).await?);
    }
    let copy = signed_copy::Entity::find().filter(signed_copy::Column::Sha256.eq(sha256)).one(tx).await?;
    let Some(copy) = copy.filter(|copy| is_unchanged(&copy.file)) else { return Ok(None) };
    record_signed_at(tx, &copy).await
}

/// When the record of the copy was signed.
async fn record_signed_at(tx: &ClinicTx, copy: &signed_copy::Model) -> Result<Option<DateTime<Utc>>> {
    let signed = match (copy.kind, copy.treatment_id, copy.exam_id) {
        (SignedKind::Treatment, Some(id), _) => {
            treatment::Entity::find_by_id(id).one(tx).await?.map(|row| row.created_at)
        }
        (SignedKind::Approval, Some(id), _) => {
            treatment_approval::Entity::find_by_id(id).one(tx).await?.map(|row| row.approved_at)
        }
        (SignedKind::Exam, _, Some(id)) => {
            exam_signature::Entity::find_by_id(id).one(tx).await?.map(|row| row.signed_at)
        }
        (SignedKind::Examiner, _, Some(id)) => exam::Entity::find_by_id(id).one(tx).await?.map(|row| row.created_at),
        (SignedKind::Estimate, None, None) => {
            let row = estimate::Entity::find().filter(estimate::Column::Id.eq(copy.estimate_id)).one(tx).await?;
            row.and_then(|row| row.pt_signed_at.max(row.prov_signed_at))
        }
        _ => None,
    };
    Ok(signed)
}
