//! Who is mailed about estimates that are due: members whom the clinic names, or the owner.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        estimate_clock_setting::{Entity, Model},
        member,
    },
    ids::MemberId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::{Error, Result},
    http::{IfMatch, Json, Payload, fields::Field, required},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
    settings_row,
    state::App,
    tenancy::{Change, ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_estimate_clock_settings, update_estimate_clock_settings))
}

/// The most members who are mailed.
const MAX_MEMBERS: usize = 20;

/// Who is mailed about estimates that are due.
#[derive(Debug, Serialize, ToSchema)]
struct EstimateClockSettings {
    /// The active members; empty: the owner.
    members: Vec<MailedMember>,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    #[schema(required)]
    updated_at: Option<DateTime<Utc>>,
    #[schema(required)]
    updated_by: Option<String>,
}

/// A member who is mailed.
#[derive(Debug, Serialize, ToSchema)]
struct MailedMember {
    #[schema(value_type = i64)]
    id: MemberId,
    name: String,
}

struct MemberIds(Vec<MemberId>);

impl Field for MemberIds {
    fn parse(value: &Value) -> Result<Self, String> {
        let ids: Option<Vec<MemberId>> = serde_json::from_value(value.clone()).ok();
        let mut ids = ids.ok_or_else(|| "must be a list of members".to_owned())?;
        ids.sort_unstable();
        ids.dedup();
        if ids.len() <= MAX_MEMBERS { Ok(Self(ids)) } else { Err(format!("must be at most {MAX_MEMBERS} members")) }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewEstimateClockSettings {
    /// Empty: the owner.
    #[schema(value_type = Vec<i64>, max_items = 20)]
    #[serde(deserialize_with = "required")]
    member_ids: MemberIds,
}

impl Payload for NewEstimateClockSettings {
    const IGNORED: &'static [&'static str] = &["members", "version", "updated_at", "updated_by"];
}

pub(super) const fn default_settings(now: DateTime<Utc>) -> Model {
    Model { id: 1, member_ids: Vec::new(), mailed_on: None, version: 0, updated_at: now, updated_by_name: None }
}

async fn named(tx: &ClinicTx, ids: &[MemberId]) -> Result<Vec<member::Model>> {
    let named = member::Entity::active().filter(member::Column::Id.is_in(ids.iter().copied()));
    Ok(named.order_by_asc(member::Column::Id).all(tx).await?)
}

/// The members who are mailed: those that the settings name and who are active, else the owner.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn mailed(tx: &ClinicTx, row: &Model) -> Result<Vec<MemberId>> {
    let members = named(tx, &row.member_ids).await?;
    let members = if members.is_empty() {
        member::Entity::active().filter(member::Column::IsOwner.eq(true)).all(tx).await?
    } else {
        members
    };
    Ok(members.into_iter().map(|member| member.id).collect())
}

async fn to_wire(tx: &ClinicTx, row: Model) -> Result<EstimateClockSettings> {
    let members = named(tx, &row.member_ids).await?;
    let members = members.into_iter().map(|member| MailedMember { id: member.id, name: member.full_name() }).collect();
    let updated_at = (row.version > 0).then_some(row.updated_at);
    Ok(EstimateClockSettings { members, version: row.version, updated_at, updated_by: row.updated_by_name })
}

/// Shows who is mailed about estimates that are due.
#[utoipa::path(get, path = "/api/estimate-clocks/settings", tag = "estimate-clocks", responses((status = OK, body = EstimateClockSettings)))]
async fn show_estimate_clock_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<EstimateClockSettings>>> {
    let row = Entity::find_by_id(1_i16).one(&ctx.tx).await?.unwrap_or_else(|| default_settings(ctx.now));
    let answer = to_wire(&ctx.tx, row).await?;
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// Changes who is mailed about estimates that are due. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/estimate-clocks/settings", tag = "estimate-clocks", params(IfMatch), responses((status = OK, body = EstimateClockSettings)))]
async fn update_estimate_clock_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    Json(new): Json<NewEstimateClockSettings>,
) -> Result<Done<Json<EstimateClockSettings>>> {
    let before = settings_row::locked::<Entity>(&ctx.tx, default_settings(ctx.now)).await?;
    if_match.require(before.version)?;
    let members = named(&ctx.tx, &new.member_ids.0).await?;
    if members.len() != new.member_ids.0.len() {
        return Err(Error::field("member_ids", "must be active members of the team"));
    }
    let names = |members: &[member::Model]| {
        let names: Vec<_> = members.iter().map(member::Model::full_name).collect();
        names.join(", ")
    };
    let from = names(&named(&ctx.tx, &before.member_ids).await?);
    let version = before.version + 1;
    let mut row = before.into_active_model();
    row.member_ids = Set(new.member_ids.0);
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    row.updated_by_name = Set(Some(ctx.member.full_name()));
    let row = row.update(&ctx.tx).await?;
    let change = Change::between("member_ids", Some(&from), Some(&names(&members)));
    let answer = to_wire(&ctx.tx, row).await?;
    ctx.done(Subject::nobody().changed(change), Json(answer)).await
}
