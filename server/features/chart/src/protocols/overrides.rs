//! A director allows a provider to treat with a service until the end of the clinic's day.

use axum::http::StatusCode;
use entity::{
    clinic::{member, protocol_override},
    words::Module,
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, IntoActiveModel, QueryFilter};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::chosen,
    load,
    wire::{NewProtocolOverride, ProtocolOverride},
};
use base::{
    error::{Error, Result},
    permission::ProtocolSign,
};
use http_api::{Json, state::App};
use practice::settings::require_module;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(override_protocol))
}

/// Allows a provider to treat with a service until the end of the clinic's day, whatever its protocol or the provider's license
/// says. A director cannot do this for themselves. Needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/protocols/overrides", tag = "protocols", responses((status = CREATED, body = ProtocolOverride)))]
async fn override_protocol(
    ctx: Ctx<ProtocolSign>,
    Json(new): Json<NewProtocolOverride>,
) -> Result<Done<(StatusCode, Json<ProtocolOverride>)>> {
    ctx.require_fresh_proof()?;
    require_module(&ctx.tx, Module::Protocols).await?;
    if new.provider_id == ctx.member.id {
        return Err(Error::Refused {
            code: "own_override",
            sentence: "You cannot let your own treatments pass. Another Medical Director must do it.",
        });
    }
    let provider = member::Entity::active().filter(member::Column::Id.eq(new.provider_id)).one(&ctx.tx).await?;
    let provider = provider
        .filter(load::treats)
        .ok_or_else(|| Error::field("provider_id", "must be somebody who records treatments"))?;
    let service = chosen(&ctx.tx, new.service.0).await?;
    let mut row = protocol_override::Model {
        // Assigned by the database.
        id: 0.into(),
        provider_id: provider.id,
        service_id: service.id,
        service: service.name,
        reason: new.reason.0,
        valid_on: ctx.today(),
        given_by: ctx.member.id,
        given_at: ctx.now,
        signer: ctx.member.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::protocol_override(&row).digest();
    let row = protocol_override::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(&ctx.tx).await?;
    let subject = Subject::object(row.id).signed("protocol_override", row.id, &row.content_digest);
    let answer = ProtocolOverride::from_model(row, provider.full_name());
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}
