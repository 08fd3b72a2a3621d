//! A patient withdraws a signed consent. The signed text does not change, but no longer counts.

use entity::{
    clinic::{consent, consent_signature, consent_withdrawal},
    ids::ConsentId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, QuerySelect};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::status::Consent;
use base::{
    error::{Error, OnConstraint, Result},
    permission::ConsentRevoke,
};
use http_api::{Json, Path, fields::Note, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(withdraw_consent))
}

/// The longest reason, in characters: a few sentences.
const LONGEST: usize = 1_000;

/// Why the patient withdraws a signed consent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WithdrawConsent {
    /// At most 1,000 characters.
    reason: Note,
}

/// Records that the patient withdraws a signed consent, which no longer counts. The text, the signature and the copy do not
/// change.
#[utoipa::path(post, path = "/api/consents/issued/{id}/withdraw", tag = "consents", params(("id" = i64, Path)), responses((status = OK, body = Consent)))]
async fn withdraw_consent(
    ctx: Ctx<ConsentRevoke>,
    Path(id): Path<ConsentId>,
    Json(given): Json<WithdrawConsent>,
) -> Result<Done<Json<Consent>>> {
    let row = consent::Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if consent_signature::Entity::find_by_id(id).one(&ctx.tx).await?.is_none() {
        return Err(Error::conflict("not_signed", "This consent is not signed, so nothing is taken back."));
    }
    if given.reason.0.chars().count() > LONGEST {
        return Err(Error::field("reason", "must be at most 1,000 characters"));
    }
    let withdrawal = consent_withdrawal::ActiveModel {
        consent_id: Set(id),
        withdrawn_at: Set(ctx.now),
        reason: Set(given.reason.0),
        member_id: Set(ctx.member.id),
        member_name: Set(ctx.member.full_name()),
    };
    let again = || Error::conflict("already_withdrawn", "The patient has withdrawn this consent already.");
    withdrawal.insert(&ctx.tx).await.on_constraint("consent_withdrawal_pkey", again)?;
    let consent = Consent::load(&ctx.tx, id, ctx.now).await?;
    ctx.done(Subject::patient(row.patient_id).and(id), Json(consent)).await
}
