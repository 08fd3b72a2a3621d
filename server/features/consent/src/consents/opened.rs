//! One complete consent, for the clinic's staff.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{Signer, consent, consent_copy, consent_decline, consent_signature},
    ids::ConsentId,
};
use sea_orm::{EntityTrait, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    electronic_records::{act_of, notice_of},
    history::{self, ConsentEvent},
    sanitize::sanitized_one,
    status::Consent,
};
use base::{
    error::{Error, Result},
    permission::ConsentRead,
};
use http_api::{Json, Path, signature::data_url, state::App};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_consent))
}

/// A consent with its text and, once signed, everything about the signature. It never holds the link.
#[derive(Debug, Serialize, ToSchema)]
struct OpenedConsent {
    #[serde(flatten)]
    consent: Consent,
    /// Sanitized HTML, as it was issued and, if signed, as it was signed.
    body: String,
    /// The name in the clinic's record today.
    patient_name: String,
    /// Null for a consent from before this was stored.
    issued_by: Option<Issuer>,
    signature: Option<ConsentSignature>,
    /// Its history, oldest first.
    history: Vec<ConsentEvent>,
}

/// The member who issued a consent, as of that moment.
#[derive(Debug, Serialize, ToSchema)]
struct Issuer {
    name: String,
    role: String,
}

impl From<Signer> for Issuer {
    fn from(Signer { name, role, .. }: Signer) -> Self {
        Self { name, role }
    }
}

/// How a patient signed.
#[derive(Debug, Serialize, ToSchema)]
struct ConsentSignature {
    signed_at: DateTime<Utc>,
    /// The signer's name at that moment.
    signer_name: String,
    /// The relation of the signer to a patient under age. Null if the patient signed.
    signer_relation: Option<String>,
    typed_name: Option<String>,
    /// The drawn signature: a PNG as a data URL.
    picture: Option<String>,
    /// Whether the patient agreed to an electronic record; null if the request did not say.
    electronic_consent: Option<bool>,
    /// The version of the notice of electronic records that was shown; null if the request did not say.
    notice_version: Option<i32>,
    /// The version of the wording of the act that was shown; null if the request did not say.
    act_version: Option<i32>,
    /// The notice and the meaning of the button, in those versions.
    wording: Option<String>,
    /// The SHA-256 of the copy that the signer receives, in hexadecimal digits. Null until the copy is made, and for a consent
    /// that was signed before there were copies.
    copy_sha256: Option<String>,
    /// The IP address that it was signed from.
    ip: String,
    /// Such as `Safari on an iPhone`.
    device: String,
    /// The browser's own description, the `User-Agent` header.
    user_agent: String,
}

/// The texts of the notice and the act that were shown for a signature.
fn wording(signature: &consent_signature::Model, clinic: &str) -> Option<String> {
    let notice = signature.notice_version.and_then(|version| notice_of(version, clinic));
    let act = signature.act_version.and_then(|version| act_of(version, clinic));
    let texts: Vec<_> = notice.into_iter().chain(act).map(|(_, text)| text).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Shows a consent, whatever its status.
#[utoipa::path(get, path = "/api/consents/issued/{id}", tag = "consents", params(("id" = i64, Path)), responses((status = OK, body = OpenedConsent)))]
async fn show_consent(ctx: Ctx<ConsentRead>, Path(id): Path<ConsentId>) -> Result<Done<Json<OpenedConsent>>> {
    let row = consent::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let signature = consent_signature::Entity::find_by_id(id).one(&ctx.tx).await?;
    let decline = consent_decline::Entity::find_by_id(id).one(&ctx.tx).await?;
    let history = history::events(&ctx.tx, &row, signature.as_ref(), decline.as_ref()).await?;
    let copy_sha256: Option<Vec<u8>> = consent_copy::Entity::find_by_id(id)
        .select_only()
        .column(consent_copy::Column::Sha256)
        .into_tuple()
        .one(&ctx.tx)
        .await?;
    let patient_name = patients::person(&ctx.tx, row.patient_id).await?.full_name();
    let answer = OpenedConsent {
        consent: Consent::load(&ctx.tx, id, ctx.now).await?,
        history,
        body: sanitized_one(row.body).await?,
        issued_by: row.issuer.map(Issuer::from),
        signature: signature.map(|signature| ConsentSignature {
            copy_sha256: copy_sha256.map(hex::encode),
            wording: wording(&signature, &ctx.clinic.name),
            signed_at: signature.signed_at,
            signer_relation: signature.signer.as_ref().and_then(Signer::relation).map(str::to_owned),
            signer_name: signature.signer.map_or_else(|| patient_name.clone(), |signer| signer.name),
            typed_name: signature.typed_name,
            picture: signature.signature.as_deref().map(data_url),
            electronic_consent: signature.electronic_consent,
            notice_version: signature.notice_version,
            act_version: signature.act_version,
            ip: signature.ip,
            device: auth::device_in_words(&signature.user_agent),
            user_agent: signature.user_agent,
        }),
        patient_name,
    };
    ctx.done(Subject::patient(row.patient_id).and(id), Json(answer)).await
}
