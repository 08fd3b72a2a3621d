//! A director signs the next version of a protocol, or retires the protocol. Both are inserted once.

use axum::http::StatusCode;
use entity::{
    clinic::{protocol_draft, protocol_retirement, protocol_version},
    ids::{ProtocolDraftId, ProtocolVersionId},
    words::Module,
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, EntityTrait, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    drafts::{last_day, locked},
    load,
    wire::{NewProtocolRetirement, ProtocolSigning, ProtocolVersion},
};
use base::{
    error::{Error, OnConstraint, Result},
    permission::ProtocolSign,
};
use consent::consents;
use http_api::{IfMatch, Json, Path, signature::sha256, state::App};
use practice::settings::require_module;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(sign_protocol_draft)).routes(routes!(retire_protocol))
}

fn superseded() -> Error {
    let sentence = "Another version was signed since this draft was saved. Compare the two, and save the draft again.";
    Error::conflict("protocol_superseded", sentence)
}

/// Signs a draft, which is in force from now or from its first day. Needs a fresh proof of identity. With `If-Match` it signs
/// only that version of the draft.
#[utoipa::path(post, path = "/api/protocols/drafts/{id}/sign", tag = "protocols", params(("id" = i64, Path), IfMatch), responses((status = CREATED, body = ProtocolVersion)))]
async fn sign_protocol_draft(
    ctx: Ctx<ProtocolSign>,
    Path(id): Path<ProtocolDraftId>,
    if_match: IfMatch,
    Json(new): Json<ProtocolSigning>,
) -> Result<Done<(StatusCode, Json<ProtocolVersion>)>> {
    ctx.require_fresh_proof()?;
    require_module(&ctx.tx, Module::Protocols).await?;
    let draft = locked(&ctx.tx, id).await?;
    if_match.require(draft.version)?;
    let protocol = load::protocol(&ctx.tx, draft.protocol_id).await?.ok_or(Error::NotFound)?;
    if draft.follows != protocol.newest_number() {
        return Err(superseded());
    }
    let today = ctx.today();
    let valid_until = last_day(draft.valid_from, Some(draft.valid_until), today)
        .map_err(|_| Error::conflict("protocol_over", "The last day of this draft is over. Change it first."))?;
    let picture = new.signature.into_png();
    let mut row = protocol_version::Model {
        // Assigned by the database.
        id: 0.into(),
        protocol_id: draft.protocol_id,
        number: draft.follows + 1,
        title: draft.title,
        body: consents::sanitized_one(draft.body).await?,
        // A version is not in force before it is signed.
        valid_from: draft.valid_from.unwrap_or(today).max(today),
        valid_until,
        director_id: ctx.member.id,
        signature_sha256: sha256(&picture),
        signature: picture,
        signed_at: ctx.now,
        signer: ctx.member.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::protocol_version(&row, &protocol.row).digest();
    let inserted = protocol_version::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(&ctx.tx).await;
    let row = inserted.on_constraint("protocol_version_once", superseded)?;
    protocol_draft::Entity::delete_by_id(id).exec(&ctx.tx).await?;
    let subject = Subject::object(id).and(row.id).signed("protocol_version", row.id, &row.content_digest);
    let answer = ProtocolVersion {
        id: row.id,
        number: row.number,
        title: row.title,
        valid_from: row.valid_from,
        valid_until: row.valid_until,
        signed_by: row.signer.name,
        signed_at: row.signed_at,
        retired_at: None,
        retired_by: None,
        retired_for: None,
    };
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}

/// Retires a protocol: its newest version, which the call names, and all earlier ones end. Needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/protocols/versions/{id}/retire", tag = "protocols", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn retire_protocol(
    ctx: Ctx<ProtocolSign>,
    Path(id): Path<ProtocolVersionId>,
    Json(new): Json<NewProtocolRetirement>,
) -> Result<Done<StatusCode>> {
    ctx.require_fresh_proof()?;
    require_module(&ctx.tx, Module::Protocols).await?;
    let version = protocol_version::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let protocol = load::protocol(&ctx.tx, version.protocol_id).await?.ok_or(Error::NotFound)?;
    if protocol.newest_number() != version.number {
        let sentence = "Another version was signed meanwhile. Only the newest version is retired, with all before it.";
        return Err(Error::conflict("protocol_superseded", sentence));
    }
    let mut row = protocol_retirement::Model {
        version_id: id,
        reason: new.reason.0,
        retired_by: ctx.member.id,
        retired_at: ctx.now,
        signer: ctx.member.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::protocol_retirement(&row, &version).digest();
    let digest = row.content_digest.clone();
    row.into_active_model().insert(&ctx.tx).await.on_constraint("protocol_retirement_pkey", || {
        Error::conflict("protocol_retired", "This protocol is retired already.")
    })?;
    let subject = Subject::object(id).signed("protocol_retirement", id, &digest);
    ctx.done(subject, StatusCode::NO_CONTENT).await
}
