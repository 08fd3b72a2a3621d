//! The recipients of mails about due estimates: members whom the clinic names, or the owner.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{estimate_clock_setting::Model, member},
    ids::MemberId,
};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{Computed, IfMatch, Json, SentBack, deserialize_fields, fields::Field, state::App};
use practice::settings::{lock_settings, read_settings, save_settings};
use tenancy::{Change, ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_estimate_clock_settings, update_estimate_clock_settings))
}

/// The most members who are mailed.
const MAX_MEMBERS: usize = 20;

/// The recipients of mails about due estimates.
#[derive(Debug, Serialize, ToSchema)]
struct EstimateClockSettings {
    /// The active members; empty: the owner.
    members: Vec<MailedMember>,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

/// A member who receives the mails.
#[derive(Debug, Serialize, ToSchema)]
struct MailedMember {
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
deserialize_fields!(MemberIds);

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewEstimateClockSettings {
    /// Empty: the owner.
    #[schema(value_type = Vec<i64>, max_items = 20)]
    member_ids: MemberIds,
}

impl Computed for NewEstimateClockSettings {
    const COMPUTED: &'static [&'static str] = &["members", "version", "updated_at", "updated_by"];
}

async fn named(tx: &ClinicTx, ids: &[MemberId]) -> Result<Vec<member::Model>> {
    let named = member::Entity::active().filter(member::Column::Id.is_in(ids.iter().copied()));
    Ok(named.order_by_asc(member::Column::Id).all(tx).await?)
}

/// The members who receive the mails: the active ones that the settings name, else the owner.
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

/// Shows who receives mails about due estimates.
#[utoipa::path(get, path = "/api/estimate-clocks/settings", tag = "estimate-clocks", responses((status = OK, body = EstimateClockSettings)))]
async fn show_estimate_clock_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<EstimateClockSettings>>> {
    let row = read_settings::<Model>(&ctx.tx).await?;
    let answer = to_wire(&ctx.tx, row).await?;
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// Changes who receives mails about due estimates. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/estimate-clocks/settings", tag = "estimate-clocks", request_body = NewEstimateClockSettings, params(IfMatch), responses((status = OK, body = EstimateClockSettings)))]
async fn update_estimate_clock_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewEstimateClockSettings>,
) -> Result<Done<Json<EstimateClockSettings>>> {
    let before = lock_settings::<Model>(&ctx.tx).await?;
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
    let row = save_settings(&ctx, Model { member_ids: new.member_ids.0, ..before }).await?;
    let change = Change::between("member_ids", Some(&from), Some(&names(&members)));
    let answer = to_wire(&ctx.tx, row).await?;
    ctx.done(Subject::nobody().changed(change), Json(answer)).await
}
