//! A provider agrees to a version of a protocol by signing it, once.

use axum::http::StatusCode;
use entity::{
    clinic::{protocol_signature, protocol_version},
    ids::ProtocolVersionId,
    words::Module,
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, EntityTrait, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{current::can_be_agreed, load, wire::ProtocolSigning};
use base::{
    error::{Error, OnConstraint, Result},
    permission::TreatmentCreate,
};
use http_api::{Json, Path, signature::sha256, state::App};
use practice::settings::require_module;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(agree_to_protocol))
}

fn agreed_already() -> Error {
    Error::conflict("already_signed", "You have signed this version already.")
}

/// Signs a version as a provider who agrees to it.
#[utoipa::path(post, path = "/api/protocols/versions/{id}/signature", tag = "protocols", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn agree_to_protocol(
    ctx: Ctx<TreatmentCreate>,
    Path(id): Path<ProtocolVersionId>,
    Json(new): Json<ProtocolSigning>,
) -> Result<Done<StatusCode>> {
    require_module(&ctx.tx, Module::Protocols).await?;
    let version = protocol_version::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let protocol = load::protocol(&ctx.tx, version.protocol_id).await?.ok_or(Error::NotFound)?;
    let today = ctx.today();
    if !can_be_agreed(&protocol.versions, id, today) {
        let sentence = "This version is not in force. Read and sign the one that is.";
        return Err(Error::conflict("protocol_not_in_force", sentence));
    }
    if version.director_id == ctx.member.id {
        return Err(agreed_already());
    }
    let picture = new.signature.into_png();
    let mut row = protocol_signature::Model {
        // Assigned by the database.
        id: 0,
        version_id: id,
        member_id: ctx.member.id,
        signature_sha256: sha256(&picture),
        signature: picture,
        signed_at: ctx.now,
        signer: ctx.member.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::protocol_signature(&row, &version).digest();
    let inserted = protocol_signature::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(&ctx.tx).await;
    let row = inserted.on_constraint("protocol_signature_once", agreed_already)?;
    let subject = Subject::object(id).and(row.id).signed("protocol_signature", row.id, &row.content_digest);
    ctx.done(subject, StatusCode::NO_CONTENT).await
}
