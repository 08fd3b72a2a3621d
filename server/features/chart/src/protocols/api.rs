//! The protocols of all services, one with its versions, and the text of a version.

use std::collections::HashMap;

use chrono::NaiveDate;
use entity::{
    clinic::{member, protocol_draft, protocol_version, service, service_performer},
    ids::{MemberId, ProtocolId, ProtocolVersionId, ServiceId},
    words::Module,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    current::{self, Current},
    load::{self, Agreements, Protocol},
    wire::{self, ProtocolMember, ProtocolOverride, ProtocolPerformer, ProtocolText, Protocols, ServiceProtocol},
};
use base::{
    error::{Error, Result},
    permission::{ProtocolManage, ProtocolRead},
};
use consent::consents;
use http_api::{Json, Path, signature::data_url, state::App};
use practice::services::{self, ChosenService};
use tenancy::{ClinicTx, Ctx, Done, Subject};

/// The most drafts of a protocol that are shown.
const MAX_DRAFTS: u64 = 10;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_protocols))
        .routes(routes!(show_protocol))
        .routes(routes!(show_protocol_version))
}

/// Lists the protocols of every treatment that can be chosen: their states and who has signed them.
#[utoipa::path(get, path = "/api/protocols", tag = "protocols", responses((status = OK, body = Protocols)))]
async fn list_protocols(ctx: Ctx<ProtocolManage>) -> Result<Done<Json<Protocols>>> {
    let today = ctx.today();
    let answer = listed(&ctx.tx, today).await?;
    ctx.done(Subject::nobody(), Json(answer)).await
}

async fn listed(tx: &ClinicTx, today: NaiveDate) -> Result<Protocols> {
    if !tx.has_module(Module::Protocols).await? {
        return Ok(Protocols { on: false, services: Vec::new(), overrides: Vec::new(), providers: Vec::new() });
    }
    let team = load::team(tx).await?;
    let protocols = load::protocols(tx).await?;
    let current: Vec<_> = protocols.iter().map(|one| Current::of(&one.versions, today)).collect();
    let agreed = load::agreements(tx, current.iter().filter_map(|one| one.version), None).await?;
    let performers = performers(tx).await?;
    let drafts = drafts_of(tx).await?;
    let treating: Vec<_> = team.iter().filter(|member| load::treats(member)).collect();
    let mut services = Vec::new();
    for service in services::treatments(tx).await? {
        let protocol = protocols.iter().find(|one| one.is_of(&service));
        let named = service.id.and_then(|id| performers.get(&id));
        let entry = of_service(service.id, service.name, protocol, today);
        let drafts = protocol.map_or(0, |protocol| drafts_in(&drafts, protocol));
        services.push(ServiceProtocol { drafts, ..with_performers(entry, &treating, named, &agreed) });
    }
    let shown: Vec<_> = services.iter().filter_map(|one| one.protocol_id).collect();
    let names = names(tx).await?;
    for protocol in protocols.iter().filter(|one| !shown.contains(&one.row.id)) {
        let name = protocol.row.service_id.and_then(|id| names.get(&id).cloned());
        let name = name.unwrap_or_else(|| protocol.row.service.clone());
        let entry = of_service(protocol.row.service_id, name, Some(protocol), today);
        services.push(ServiceProtocol { offered: false, drafts: drafts_in(&drafts, protocol), ..entry });
    }
    let name = |id: MemberId| team.iter().find(|one| one.id == id).map(member::Model::full_name).unwrap_or_default();
    let overrides = load::overrides(tx, today, None).await?;
    let overrides = overrides.into_iter().map(|row| {
        let name = name(row.provider_id);
        ProtocolOverride::from_model(row, name)
    });
    let providers = treating.iter().map(|row| ProtocolMember { member_id: row.id, name: row.full_name() }).collect();
    Ok(Protocols { on: true, services, overrides: overrides.collect(), providers })
}

fn drafts_in(drafts: &HashMap<ProtocolId, usize>, protocol: &Protocol) -> usize {
    drafts.get(&protocol.row.id).copied().unwrap_or(0)
}

fn of_service(
    service_id: Option<ServiceId>,
    service: String,
    protocol: Option<&Protocol>,
    today: NaiveDate,
) -> ServiceProtocol {
    let versions = protocol.map(|protocol| protocol.versions.as_slice()).unwrap_or_default();
    let current = Current::of(versions, today);
    ServiceProtocol {
        service_id,
        service,
        offered: true,
        protocol_id: protocol.map(|protocol| protocol.row.id),
        state: current.state,
        version: current.version.map(Into::into),
        days_left: current.version.map(|version| (version.valid_until - today).num_days()),
        drafts: 0,
        performers: Vec::new(),
    }
}

/// Adds the members who perform the service: those who are named, else all who record treatments.
fn with_performers(
    entry: ServiceProtocol,
    treating: &[&member::Model],
    named: Option<&Vec<MemberId>>,
    agreed: &Agreements,
) -> ServiceProtocol {
    let performing = treating.iter().filter(|member| named.is_none_or(|named| named.contains(&member.id)));
    let version = entry.version.as_ref().map(|version| version.id);
    let performer = |member: &&member::Model| ProtocolPerformer {
        member_id: member.id,
        name: member.full_name(),
        signed_at: version.and_then(|version| agreed.get(&(version, member.id)).copied()),
    };
    ServiceProtocol { performers: performing.map(performer).collect(), ..entry }
}

/// The members who are named as performing each service.
async fn performers(tx: &ClinicTx) -> Result<HashMap<ServiceId, Vec<MemberId>>> {
    let mut of: HashMap<ServiceId, Vec<MemberId>> = HashMap::new();
    for row in service_performer::Entity::find().all(tx).await? {
        of.entry(row.service_id).or_default().push(row.member_id);
    }
    Ok(of)
}

/// The names of the catalogue's services.
async fn names(tx: &ClinicTx) -> Result<HashMap<ServiceId, String>> {
    use service::Column::{Id, Name};
    let rows: Vec<(ServiceId, String)> =
        service::Entity::find().select_only().columns([Id, Name]).into_tuple().all(tx).await?;
    Ok(rows.into_iter().collect())
}

async fn drafts_of(tx: &ClinicTx) -> Result<HashMap<ProtocolId, usize>> {
    let rows = protocol_draft::Entity::find().select_only().column(protocol_draft::Column::ProtocolId);
    let mut count: HashMap<ProtocolId, usize> = HashMap::new();
    for protocol in rows.into_tuple::<ProtocolId>().all(tx).await? {
        *count.entry(protocol).or_default() += 1;
    }
    Ok(count)
}

/// Shows a protocol with its versions and its drafts.
#[utoipa::path(get, path = "/api/protocols/{id}", tag = "protocols", params(("id" = i64, Path)), responses((status = OK, body = wire::Protocol)))]
async fn show_protocol(ctx: Ctx<ProtocolManage>, Path(id): Path<ProtocolId>) -> Result<Done<Json<wire::Protocol>>> {
    let protocol = load::protocol(&ctx.tx, id).await?.ok_or(Error::NotFound)?;
    let drafts = protocol_draft::Entity::find()
        .filter(protocol_draft::Column::ProtocolId.eq(id))
        .order_by_desc(protocol_draft::Column::Id)
        .limit(MAX_DRAFTS);
    let mut shown = Vec::new();
    for mut row in drafts.all(&ctx.tx).await? {
        row.body = consents::sanitized_one(row.body).await?;
        shown.push(row.into());
    }
    let answer = wire::Protocol {
        id,
        service: service_name(&ctx.tx, &protocol).await?,
        versions: protocol.versions.iter().rev().map(Into::into).collect(),
        drafts: shown,
    };
    ctx.done(Subject::object(id), Json(answer)).await
}

/// The present name of a protocol's service.
async fn service_name(tx: &ClinicTx, protocol: &Protocol) -> Result<String> {
    let Some(id) = protocol.row.service_id else { return Ok(protocol.row.service.clone()) };
    let row = service::Entity::find_by_id(id).one(tx).await?;
    Ok(row.map_or_else(|| protocol.row.service.clone(), |row| row.name))
}

/// Shows the text of a signed version, with the director's signature.
#[utoipa::path(get, path = "/api/protocols/versions/{id}", tag = "protocols", params(("id" = i64, Path)), responses((status = OK, body = ProtocolText)))]
async fn show_protocol_version(
    ctx: Ctx<ProtocolRead>,
    Path(id): Path<ProtocolVersionId>,
) -> Result<Done<Json<ProtocolText>>> {
    let row = protocol_version::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let protocol = load::protocol(&ctx.tx, row.protocol_id).await?.ok_or(Error::NotFound)?;
    let version = protocol.versions.iter().find(|version| version.id == id).ok_or(Error::NotFound)?;
    let today = ctx.today();
    let agreed = load::agreements(&ctx.tx, [version], Some(ctx.member.id)).await?;
    let agreed_at = agreed.get(&(id, ctx.member.id)).copied();
    let member = member::Entity::find_by_id(ctx.member.id).one(&ctx.tx).await?.ok_or(Error::Forbidden)?;
    let can_be = current::can_be_agreed(&protocol.versions, id, today);
    let answer = ProtocolText {
        version: version.into(),
        protocol_id: row.protocol_id,
        service: service_name(&ctx.tx, &protocol).await?,
        body: consents::sanitized_one(row.body).await?,
        signature: data_url(&row.signature),
        may_agree: can_be && agreed_at.is_none() && load::treats(&member),
        agreed_at,
    };
    ctx.done(Subject::object(id), Json(answer)).await
}

/// The service under its present name.
pub(super) async fn chosen(tx: &ClinicTx, name: String) -> Result<ChosenService> {
    services::choose_treatment(tx, "service", Some(name)).await
}
