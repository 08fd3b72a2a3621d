//! The next version of a protocol, which can change until a director signs it.

use axum::http::StatusCode;
use chrono::{DateTime, Months, NaiveDate, Utc};
use entity::{
    clinic::{
        protocol,
        protocol_draft::{ActiveModel, Entity, Model},
    },
    ids::{ProtocolDraftId, ProtocolId},
    words::Module,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    EntityTrait, IntoActiveModel, QuerySelect,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::chosen,
    load,
    wire::{ChangedProtocolDraft, NewProtocolDraft, ProtocolDraft},
};
use base::{
    date_format::short_date,
    error::{Error, OnConstraint, Result},
    permission::ProtocolManage,
};
use consent::consents;
use http_api::{IfMatch, Json, Path, SentBack, fields::Day, state::App};
use practice::{services::ChosenService, settings::require_module};
use tenancy::{ClinicTx, Ctx, Done, Subject};

/// How long a version is in force by default.
const MONTHS: Months = Months::new(12);
/// The most months until its last day.
const MOST_MONTHS: Months = Months::new(24);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_protocol_draft))
        .routes(routes!(update_protocol_draft, delete_protocol_draft))
}

/// The last day of a version, which must be within the next 24 months.
pub(super) fn last_day(from: Option<NaiveDate>, until: Option<NaiveDate>, today: NaiveDate) -> Result<NaiveDate> {
    let first = from.unwrap_or(today).max(today);
    let most = today.checked_add_months(MOST_MONTHS).unwrap_or(NaiveDate::MAX);
    if first > most {
        return Err(Error::field("valid_from", format!("must not be after {}", short_date(most))));
    }
    let default = || first.checked_add_months(MONTHS).unwrap_or(NaiveDate::MAX).min(most);
    let until = until.unwrap_or_else(default);
    if until < first {
        return Err(Error::field("valid_until", "must not be before the first day, nor over already"));
    }
    if until > most {
        let words = format!("must be at most 24 months ahead, until {}", short_date(most));
        return Err(Error::field("valid_until", words));
    }
    Ok(until)
}

/// Adds a draft of the next version of a service's protocol, or of the first. A director signs it.
#[utoipa::path(post, path = "/api/protocols/drafts", tag = "protocols", responses((status = CREATED, body = ProtocolDraft)))]
async fn create_protocol_draft(
    ctx: Ctx<ProtocolManage>,
    Json(new): Json<NewProtocolDraft>,
) -> Result<Done<(StatusCode, Json<ProtocolDraft>)>> {
    require_module(&ctx.tx, Module::Protocols).await?;
    let today = ctx.today();
    let valid_from = new.valid_from.map(|Day(day)| day);
    let valid_until = last_day(valid_from, new.valid_until.map(|Day(day)| day), today)?;
    let service = chosen(&ctx.tx, new.service.0).await?;
    let title = consents::accepted_name("title", new.title)?;
    let body = consents::accepted(new.body.0).await?;
    let (protocol_id, follows) = begun(&ctx.tx, &service, ctx.now).await?;
    let row = ActiveModel {
        id: NotSet,
        protocol_id: Set(protocol_id),
        follows: Set(follows),
        title: Set(title),
        body: Set(body),
        valid_from: Set(valid_from),
        valid_until: Set(valid_until),
        version: Set(1),
        created_at: Set(ctx.now),
        updated_at: Set(ctx.now),
        updated_by: Set(ctx.member.id),
        updated_by_name: Set(ctx.member.full_name()),
    };
    let row = row.insert(&ctx.tx).await?;
    ctx.done(Subject::object(row.id), (StatusCode::CREATED, Json(row.into()))).await
}

/// The protocol of a service, inserted with the first draft, and the number of its newest version.
async fn begun(tx: &ClinicTx, service: &ChosenService, now: DateTime<Utc>) -> Result<(ProtocolId, i32)> {
    let protocols = load::protocols(tx).await?;
    if let Some(protocol) = protocols.iter().find(|protocol| protocol.is_of(service)) {
        return Ok((protocol.row.id, protocol.newest_number()));
    }
    let row = protocol::ActiveModel {
        id: NotSet,
        service_id: Set(service.id),
        service: Set(service.name.clone()),
        created_at: Set(now),
    };
    let row = row.insert(tx).await.on_constraint("protocol_service_key", || {
        Error::conflict("protocol_begun", "Somebody else has just begun the protocol of this service. Save again.")
    })?;
    Ok((row.id, 0))
}

/// The draft with this id, under a lock.
pub(super) async fn locked(tx: &ClinicTx, id: ProtocolDraftId) -> Result<Model> {
    Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// Changes a draft. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/protocols/drafts/{id}", tag = "protocols", request_body = ChangedProtocolDraft, params(("id" = i64, Path), IfMatch), responses((status = OK, body = ProtocolDraft)))]
async fn update_protocol_draft(
    ctx: Ctx<ProtocolManage>,
    Path(id): Path<ProtocolDraftId>,
    if_match: IfMatch,
    SentBack(new): SentBack<ChangedProtocolDraft>,
) -> Result<Done<Json<ProtocolDraft>>> {
    require_module(&ctx.tx, Module::Protocols).await?;
    let today = ctx.today();
    let valid_from = new.valid_from.map(|Day(day)| day);
    let valid_until = last_day(valid_from, new.valid_until.map(|Day(day)| day), today)?;
    let title = consents::accepted_name("title", new.title)?;
    let body = consents::accepted(new.body.0).await?;
    let before = locked(&ctx.tx, id).await?;
    if_match.require(before.version)?;
    let protocol = load::protocol(&ctx.tx, before.protocol_id).await?.ok_or(Error::NotFound)?;
    let version = before.version + 1;
    let mut row = before.into_active_model();
    // The member who saves the draft has seen which version is in force.
    row.follows = Set(protocol.newest_number());
    row.title = Set(title);
    row.body = Set(body);
    row.valid_from = Set(valid_from);
    row.valid_until = Set(valid_until);
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(ctx.member.id);
    row.updated_by_name = Set(ctx.member.full_name());
    let row = row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id), Json(row.into())).await
}

/// Discards a draft. With `If-Match` it discards only that version.
#[utoipa::path(delete, path = "/api/protocols/drafts/{id}", tag = "protocols", params(("id" = i64, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn delete_protocol_draft(
    ctx: Ctx<ProtocolManage>,
    Path(id): Path<ProtocolDraftId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    require_module(&ctx.tx, Module::Protocols).await?;
    let row = locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    Entity::delete_by_id(id).exec(&ctx.tx).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}
