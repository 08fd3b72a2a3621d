//! The calls about consents issued to patients.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{consent, consent_signature},
    ids::{ConsentId, ConsentTemplateId, PatientId},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, FromQueryResult, IntoActiveModel, JoinType,
    QueryFilter, QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::issue;
use crate::{
    features::patients,
    foundation::{
        error::{Error, Result},
        http::{Json, Path, Payload, Query, fields::Id, required},
        permission::{ConsentIssue, ConsentList, ConsentRevoke},
        state::App,
        tenancy::{Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_consents)).routes(routes!(issue_consent)).routes(routes!(revoke_consent))
}

/// An issued consent's status (specification 4; the last two are ours).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
enum ConsentStatus {
    Pending,
    Signed,
    Expired,
    Revoked,
}

/// A consent as it was issued. Never holds the link.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Consent {
    #[schema(value_type = i64)]
    id: ConsentId,
    #[schema(value_type = i64)]
    patient_id: PatientId,
    #[schema(value_type = i64)]
    template_id: ConsentTemplateId,
    template_name: String,
    status: ConsentStatus,
    signed_by_patient: bool,
    #[schema(required)]
    signed_at: Option<DateTime<Utc>>,
    issued_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl Consent {
    pub(super) fn at(now: DateTime<Utc>, row: &consent::Model, signed_at: Option<DateTime<Utc>>) -> Self {
        let listed = Listed {
            id: row.id,
            patient_id: row.patient_id,
            template_id: row.template_id,
            template_name: row.template_name.clone(),
            issued_at: row.issued_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            signed_at,
        };
        Self::listed(now, listed)
    }

    fn listed(now: DateTime<Utc>, row: Listed) -> Self {
        let status = match (row.signed_at, row.revoked_at) {
            (Some(_), _) => ConsentStatus::Signed,
            (None, Some(_)) => ConsentStatus::Revoked,
            (None, None) if row.expires_at <= now => ConsentStatus::Expired,
            (None, None) => ConsentStatus::Pending,
        };
        Self {
            id: row.id,
            patient_id: row.patient_id,
            template_id: row.template_id,
            template_name: row.template_name,
            status,
            signed_by_patient: row.signed_at.is_some(),
            signed_at: row.signed_at,
            issued_at: row.issued_at,
            expires_at: row.expires_at,
        }
    }
}

/// The columns of a consent in a list: not its text.
#[derive(FromQueryResult)]
struct Listed {
    id: ConsentId,
    patient_id: PatientId,
    template_id: ConsentTemplateId,
    template_name: String,
    issued_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    revoked_at: Option<DateTime<Utc>>,
    signed_at: Option<DateTime<Utc>>,
}

/// Which text to issue (specification 7).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct IssueConsent {
    #[schema(value_type = Id)]
    #[serde(rename = "templateId", deserialize_with = "required")]
    template_id: ConsentTemplateId,
}

impl Payload for IssueConsent {}

/// The consent and its link. This answer alone holds the link.
#[derive(Debug, Serialize, ToSchema)]
struct IssuedConsent {
    portal_url: String,
    consent: Consent,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OfPatient {
    #[param(value_type = i64)]
    #[serde(rename = "patientId")]
    patient_id: PatientId,
}

/// Lists a patient's consents, newest first.
#[utoipa::path(get, path = "/api/consents", tag = "consents", params(OfPatient), responses((status = OK, body = Vec<Consent>)))]
async fn list_consents(ctx: Ctx<ConsentList>, Query(of): Query<OfPatient>) -> Result<Done<Json<Vec<Consent>>>> {
    let signature = consent::Entity::belongs_to(consent_signature::Entity)
        .from(consent::Column::Id)
        .to(consent_signature::Column::ConsentId);
    let rows = consent::Entity::find()
        .select_only()
        .columns([
            consent::Column::Id,
            consent::Column::PatientId,
            consent::Column::TemplateId,
            consent::Column::TemplateName,
            consent::Column::IssuedAt,
            consent::Column::ExpiresAt,
            consent::Column::RevokedAt,
        ])
        .join(JoinType::LeftJoin, signature.into())
        .column_as(consent_signature::Column::SignedAt, "signed_at")
        .filter(consent::Column::PatientId.eq(of.patient_id))
        .order_by_desc(consent::Column::Id)
        .limit(1_000)
        .into_model::<Listed>()
        .all(&ctx.tx)
        .await?;
    if rows.is_empty() {
        // A patient with consents exists; for one without we check.
        patients::existing(&ctx.tx, of.patient_id).await?;
    }
    let consents = rows.into_iter().map(|row| Consent::listed(ctx.now, row)).collect();
    ctx.done(Subject::patient(of.patient_id), Json(consents)).await
}

/// Issues a consent to a patient and answers the link for signing it.
#[utoipa::path(post, path = "/api/consents/{patientId}/issue", tag = "consents", params(("patientId" = i64, Path)), responses((status = CREATED, body = IssuedConsent)))]
async fn issue_consent(
    ctx: Ctx<ConsentIssue>,
    axum::extract::State(app): axum::extract::State<App>,
    Path(patient_id): Path<PatientId>,
    Json(wanted): Json<IssueConsent>,
) -> Result<Done<(StatusCode, Json<IssuedConsent>)>> {
    patients::existing(&ctx.tx, patient_id).await?;
    let (row, token) = issue::issue(&ctx.tx, patient_id, wanted.template_id, &ctx.member, ctx.now).await?;
    // From the registry, never from the Host header: the link must not lead to an attacker's host.
    let portal_url = format!("{}/portal/sign/{token}", app.base_url.origin_of(&ctx.clinic.subdomain));
    let answer = IssuedConsent { portal_url, consent: Consent::at(ctx.now, &row, None) };
    let digest = row.content_digest.as_deref().unwrap_or_default();
    let subject = Subject::patient(patient_id).and(row.id).signed("consent", row.id, digest);
    let again = Error::conflict(
        "told_once",
        "This consent was issued already, and its link is shown only once. Withdraw it and issue it again for a new link.",
    );
    ctx.done_with_secret(subject, (StatusCode::CREATED, Json(answer)), again).await
}

/// Revokes a consent that is not signed: its link is invalid from then on.
#[utoipa::path(post, path = "/api/consents/issued/{id}/revoke", tag = "consents", params(("id" = i64, Path)), responses((status = OK, body = Consent)))]
async fn revoke_consent(ctx: Ctx<ConsentRevoke>, Path(id): Path<ConsentId>) -> Result<Done<Json<Consent>>> {
    // Locked, so that revoking and signing at the same moment happen one after the other.
    let row = consent::Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if consent_signature::Entity::find_by_id(id).one(&ctx.tx).await?.is_some() {
        return Err(Error::conflict("already_signed", "A signed consent cannot be withdrawn."));
    }
    let revoked_at = row.revoked_at.unwrap_or(ctx.now);
    let patient_id = row.patient_id;
    let mut row = row.into_active_model();
    row.revoked_at = Set(Some(revoked_at));
    let row = row.update(&ctx.tx).await?;
    let consent = Consent::at(ctx.now, &row, None);
    ctx.done(Subject::patient(patient_id).and(id), Json(consent)).await
}
