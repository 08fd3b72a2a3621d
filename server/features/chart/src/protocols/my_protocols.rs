//! The protocols as they concern the signed-in provider: what waits for their signature, and what would keep them from treating.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{clinic::member, ids::MemberId, words::Module};
use sea_orm::EntityTrait;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    current::{Current, can_be_agreed},
    gate::obstacle,
    known, settings,
    wire::{OwnProtocol, OwnProtocols, ProtocolOverride},
};
use crate::{
    features::{services, settings::is_module_on},
    foundation::{
        error::{Error, Result},
        http::Json,
        permission::TreatmentCreate,
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_own_protocols))
}

/// Lists the protocol of every treatment as it concerns the signed-in provider.
#[utoipa::path(get, path = "/api/protocols/own", tag = "protocols", responses((status = OK, body = OwnProtocols)))]
async fn list_own_protocols(ctx: Ctx<TreatmentCreate>) -> Result<Done<Json<OwnProtocols>>> {
    let answer = of_member(&ctx.tx, ctx.member.id, (ctx.now, ctx.clinic.time_zone)).await?;
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// The protocol of every treatment as it concerns one provider.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn of_member(tx: &ClinicTx, id: MemberId, (now, zone): (DateTime<Utc>, Tz)) -> Result<OwnProtocols> {
    if !is_module_on(tx, Module::Protocols).await? {
        return Ok(OwnProtocols { on: false, services: Vec::new(), directors: Vec::new() });
    }
    let today = now.with_timezone(&zone).date_naive();
    let row = member::Entity::find_by_id(id).one(tx).await?.ok_or(Error::Forbidden)?;
    let needs = settings::current(tx, now).await?.every_treatment;
    let protocols = known::protocols(tx).await?;
    let all = protocols.iter().flat_map(|protocol| &protocol.versions);
    let agreed = known::agreements(tx, all, Some(id)).await?;
    let overrides = known::overrides(tx, today, Some(id)).await?;
    let mut services = Vec::new();
    for service in services::treatments(tx).await? {
        let protocol = protocols.iter().find(|protocol| protocol.is_of(&service));
        let versions = protocol.map(|protocol| protocol.versions.as_slice()).unwrap_or_default();
        let current = Current::of(versions, today);
        let agreed_at = current.version.and_then(|version| agreed.get(&(version.id, id)).copied());
        let can_be = current.version.is_some_and(|version| can_be_agreed(versions, version.id, today));
        let awaits = can_be && agreed_at.is_none() && services::is_performed_by(tx, service.id, id).await?;
        let lifted = overrides.iter().find(|row| known::is_override_of(row, &service)).cloned();
        services.push(OwnProtocol {
            state: current.state,
            version: current.version.map(Into::into),
            days_left: current.version.map(|version| (version.valid_until - today).num_days()),
            agreed_at,
            awaits,
            obstacle: obstacle(&row, &service, protocol, &agreed, (today, needs)).map(|one| one.sentence),
            lifted: lifted.map(|lifted| ProtocolOverride::from_model(lifted, row.full_name())),
            service: service.name,
        });
    }
    let team = known::team(tx).await?;
    let directors = team.iter().filter(|one| one.id != id && known::directs(one)).map(member::Model::full_name);
    Ok(OwnProtocols { on: true, services, directors: directors.collect() })
}
