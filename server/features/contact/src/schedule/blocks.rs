//! Blocked times: a break, a meeting, a device under repair.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        member, resource,
        time_block::{ActiveModel, Entity, Model},
    },
    ids::{MemberId, ResourceId, TimeBlockId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, PaginatorTrait, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::times::instant;
use base::{
    error::{Error, Result},
    permission::ScheduleManage,
};
use http_api::{IfMatch, Json, Patch, Path, fields::Line, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(add_block)).routes(routes!(change_block, remove_block))
}

/// The longest block. Longer ones are closures.
const LONGEST: TimeDelta = TimeDelta::days(62);

/// A blocked time of a member or of a resource; of everybody if both are null.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Block {
    id: TimeBlockId,
    member_id: Option<MemberId>,
    resource_id: Option<ResourceId>,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    reason: String,
    /// For `If-Match`.
    version: i32,
}

impl From<Model> for Block {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            member_id: row.member_id,
            resource_id: row.resource_id,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            reason: row.reason,
            version: row.version,
        }
    }
}

/// A time to block.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewBlock {
    member_id: Option<MemberId>,
    resource_id: Option<ResourceId>,
    /// `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC.
    starts_at: Line,
    ends_at: Line,
    reason: Line,
}

/// The changes to a block: a field that is left out stays, null clears it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BlockChange {
    #[serde(default)]
    #[schema(value_type = Option<MemberId>)]
    member_id: Patch<MemberId>,
    #[serde(default)]
    #[schema(value_type = Option<ResourceId>)]
    resource_id: Patch<ResourceId>,
    starts_at: Option<Line>,
    ends_at: Option<Line>,
    reason: Option<Line>,
}

/// Checks the start and the end of a block.
fn check_length(starts_at: DateTime<Utc>, ends_at: DateTime<Utc>) -> Result<()> {
    if ends_at <= starts_at {
        return Err(Error::field("ends_at", "must be after the beginning"));
    }
    if ends_at - starts_at > LONGEST {
        return Err(Error::field("ends_at", "must be at most 62 days after the beginning"));
    }
    Ok(())
}

/// Checks the member or the resource of a block.
///
/// Fails if there is no such member or resource.
async fn check_of(tx: &ClinicTx, member: Option<MemberId>, resource: Option<ResourceId>) -> Result<()> {
    if let Some(id) = member
        && member::Entity::find_by_id(id).count(tx).await? == 0
    {
        return Err(Error::field("member_id", "must be a member of the team"));
    }
    if let Some(id) = resource
        && resource::Entity::find_by_id(id).count(tx).await? == 0
    {
        return Err(Error::field("resource_id", "must be one of the clinic's rooms and devices"));
    }
    Ok(())
}

/// Blocks a time. Appointments booked for that time stay.
#[utoipa::path(post, path = "/api/schedule/blocks", tag = "schedule", responses((status = CREATED, body = Block)))]
async fn add_block(ctx: Ctx<ScheduleManage>, Json(new): Json<NewBlock>) -> Result<Done<(StatusCode, Json<Block>)>> {
    let zone = ctx.clinic.time_zone;
    let starts_at = instant("starts_at", &new.starts_at.0, zone)?;
    let ends_at = instant("ends_at", &new.ends_at.0, zone)?;
    check_length(starts_at, ends_at)?;
    check_of(&ctx.tx, new.member_id, new.resource_id).await?;
    let row = ActiveModel {
        member_id: Set(new.member_id),
        resource_id: Set(new.resource_id),
        starts_at: Set(starts_at),
        ends_at: Set(ends_at),
        reason: Set(new.reason.0),
        version: Set(1),
        created_at: Set(ctx.now),
        updated_at: Set(ctx.now),
        updated_by: Set(ctx.member.id),
        updated_by_name: Set(ctx.member.full_name()),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await?;
    ctx.done(Subject::object(row.id), (StatusCode::CREATED, Json(row.into()))).await
}

/// Changes a block. With `If-Match` it changes only that version.
#[utoipa::path(patch, path = "/api/schedule/blocks/{id}", tag = "schedule", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = Block)))]
async fn change_block(
    ctx: Ctx<ScheduleManage>,
    Path(id): Path<TimeBlockId>,
    if_match: IfMatch,
    Json(change): Json<BlockChange>,
) -> Result<Done<Json<Block>>> {
    let before = locked(&ctx.tx, id).await?;
    if_match.require(before.version)?;
    let zone = ctx.clinic.time_zone;
    let starts_at = time("starts_at", change.starts_at, before.starts_at, zone)?;
    let ends_at = time("ends_at", change.ends_at, before.ends_at, zone)?;
    check_length(starts_at, ends_at)?;
    let version = before.version + 1;
    let mut row = before.into_active_model();
    change.member_id.fill(&mut row.member_id, |id| id);
    change.resource_id.fill(&mut row.resource_id, |id| id);
    check_of(&ctx.tx, *row.member_id.as_ref(), *row.resource_id.as_ref()).await?;
    row.starts_at = Set(starts_at);
    row.ends_at = Set(ends_at);
    if let Some(Line(reason)) = change.reason {
        row.reason = Set(reason);
    }
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(ctx.member.id);
    row.updated_by_name = Set(ctx.member.full_name());
    let row = row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id), Json(row.into())).await
}

/// Removes a block. With `If-Match` it removes only that version.
#[utoipa::path(delete, path = "/api/schedule/blocks/{id}", tag = "schedule", params(("id" = i64, Path), IfMatch),
    responses((status = NO_CONTENT)))]
async fn remove_block(
    ctx: Ctx<ScheduleManage>,
    Path(id): Path<TimeBlockId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    if_match.require(locked(&ctx.tx, id).await?.version)?;
    Entity::delete_by_id(id).exec(&ctx.tx).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

async fn locked(tx: &ClinicTx, id: TimeBlockId) -> Result<Model> {
    Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// The time in the request, or the stored one.
fn time(field: &'static str, text: Option<Line>, stored: DateTime<Utc>, zone: Tz) -> Result<DateTime<Utc>> {
    text.map_or(Ok(stored), |Line(text)| instant(field, &text, zone))
}
