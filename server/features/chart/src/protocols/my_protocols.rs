//! The protocols from the signed-in provider's view: which ones need a signature, and which obstacles there are.

use entity::{clinic::member, ids::MemberId, words::Module};
use sea_orm::EntityTrait;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    current::{Current, can_be_agreed},
    gate::obstacle,
    load, settings,
    wire::{OwnProtocol, OwnProtocols, ProtocolOverride},
};
use base::{
    error::{Error, Result},
    permission::TreatmentCreate,
};
use http_api::{Json, state::App};
use practice::services;
use tenancy::{Ctx, Done, Subject, Work};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_own_protocols))
}

/// Lists the protocol of every treatment from the signed-in provider's view.
#[utoipa::path(get, path = "/api/protocols/own", tag = "protocols", responses((status = OK, body = OwnProtocols)))]
async fn list_own_protocols(ctx: Ctx<TreatmentCreate>) -> Result<Done<Json<OwnProtocols>>> {
    let answer = of_member(ctx.work(), ctx.member.id).await?;
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// The protocol of every treatment from one provider's view.
pub(super) async fn of_member(work: Work<'_>, id: MemberId) -> Result<OwnProtocols> {
    let (tx, today) = (work.tx, work.today());
    if !tx.has_module(Module::Protocols).await? {
        return Ok(OwnProtocols { on: false, services: Vec::new(), directors: Vec::new() });
    }
    let row = member::Entity::find_by_id(id).one(tx).await?.ok_or(Error::Forbidden)?;
    let needs = settings::current(tx).await?.every_treatment;
    let protocols = load::protocols(tx).await?;
    let all = protocols.iter().flat_map(|protocol| &protocol.versions);
    let agreed = load::agreements(tx, all, Some(id)).await?;
    let overrides = load::overrides(tx, today, Some(id)).await?;
    let mut services = Vec::new();
    for service in services::treatments(tx).await? {
        let protocol = protocols.iter().find(|protocol| protocol.is_of(&service));
        let versions = protocol.map(|protocol| protocol.versions.as_slice()).unwrap_or_default();
        let current = Current::of(versions, today);
        let agreed_at = current.version.and_then(|version| agreed.get(&(version.id, id)).copied());
        let can_be = current.version.is_some_and(|version| can_be_agreed(versions, version.id, today));
        let awaits = can_be && agreed_at.is_none() && services::is_performed_by(tx, service.id, id).await?;
        let lifted = overrides.iter().find(|row| load::is_override_of(row, &service)).cloned();
        services.push(OwnProtocol {
            state: current.state,
            version: current.version.map(Into::into),
            days_left: current.version.map(|version| (version.valid_until - today).num_days()),
            agreed_at,
            awaits,
            obstacle: obstacle(&row, &service, protocol, &agreed, today, needs).map(|one| one.sentence),
            lifted: lifted.map(|lifted| ProtocolOverride::from_model(lifted, row.full_name())),
            service: service.name,
        });
    }
    let team = load::team(tx).await?;
    let directors = team.iter().filter(|one| one.id != id && load::directs(one)).map(member::Model::full_name);
    Ok(OwnProtocols { on: true, services, directors: directors.collect() })
}
