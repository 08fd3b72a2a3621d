//! The calls that change a balance by hand: redeem, adjust, reverse an entry.

use axum::http::StatusCode;
use entity::ids::{LoyaltyEntryId, PatientId};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    points::{self, EntryAuthor, FEWEST_REDEEMED},
    statement::{LoyaltyEntry, to_wire},
};
use base::{
    error::{Error, Result},
    permission::{LoyaltyAdjust, LoyaltyRedeem, LoyaltyReverse},
};
use http_api::{
    Json, Path, deserialize_fields,
    fields::{Field, Line},
    state::App,
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(redeem_points))
        .routes(routes!(adjust_points))
        .routes(routes!(reverse_loyalty_entry))
}

/// The most points of an entry.
const MAX_POINTS: i32 = 999_999;

/// A whole number of points, as a number or as the text of a form.
fn whole(value: &Value) -> Option<i32> {
    let number = match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.and_then(|number| i32::try_from(number).ok())
}

/// Points to redeem.
#[derive(Debug, Clone, Copy, ToSchema)]
#[schema(value_type = i32, minimum = 25, maximum = 999_999)]
struct Redeemed(i32);

impl Field for Redeemed {
    fn parse(value: &Value) -> Result<Self, String> {
        match whole(value) {
            Some(points) if (FEWEST_REDEEMED..=MAX_POINTS).contains(&points) => Ok(Self(points)),
            _ => Err(format!("must be a whole number from {FEWEST_REDEEMED} to 999,999")),
        }
    }
}

/// Points to give, or below zero to take.
#[derive(Debug, Clone, Copy, ToSchema)]
#[schema(value_type = i32, minimum = -999_999, maximum = 999_999)]
struct Adjusted(i32);

impl Field for Adjusted {
    fn parse(value: &Value) -> Result<Self, String> {
        match whole(value) {
            Some(points) if points != 0 && (-MAX_POINTS..=MAX_POINTS).contains(&points) => Ok(Self(points)),
            _ => Err("must be a whole number from -999,999 to 999,999, and not 0".to_owned()),
        }
    }
}
deserialize_fields!(Redeemed, Adjusted);

/// Points to use as credit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RedeemPoints {
    points: Redeemed,
    /// The purpose; optional.
    reason: Option<Line>,
}

/// Points to give or take by hand.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AdjustPoints {
    points: Adjusted,
    reason: Line,
}

/// Why an entry is reversed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReverseEntry {
    reason: Line,
}

/// Redeems points as credit: one point is a dollar.
#[utoipa::path(post, path = "/api/loyalty/patients/{patientId}/redeem", tag = "loyalty", params(("patientId" = i64, Path)), responses((status = CREATED, body = LoyaltyEntry)))]
async fn redeem_points(
    ctx: Ctx<LoyaltyRedeem>,
    Path(patient_id): Path<PatientId>,
    Json(wanted): Json<RedeemPoints>,
) -> Result<Done<(StatusCode, Json<LoyaltyEntry>)>> {
    let by = by(&ctx, wanted.reason);
    let row = points::redeem(&ctx.tx, ctx.clinic.time_zone, patient_id, wanted.points.0, by).await?;
    answer(ctx, row).await
}

/// Gives or takes points by hand, with a reason.
#[utoipa::path(post, path = "/api/loyalty/patients/{patientId}/adjust", tag = "loyalty", params(("patientId" = i64, Path)), responses((status = CREATED, body = LoyaltyEntry)))]
async fn adjust_points(
    ctx: Ctx<LoyaltyAdjust>,
    Path(patient_id): Path<PatientId>,
    Json(wanted): Json<AdjustPoints>,
) -> Result<Done<(StatusCode, Json<LoyaltyEntry>)>> {
    let by = by(&ctx, Some(wanted.reason));
    let row = points::adjust(&ctx.tx, ctx.clinic.time_zone, patient_id, wanted.points.0, by).await?;
    answer(ctx, row).await
}

/// Reverses an entry, once, by another entry with the opposite points. Some roles may reverse only their own redemptions, within
/// five minutes.
#[utoipa::path(post, path = "/api/loyalty/entries/{id}/reverse", tag = "loyalty", params(("id" = i64, Path)), responses((status = CREATED, body = LoyaltyEntry)))]
async fn reverse_loyalty_entry(
    ctx: Ctx<LoyaltyReverse>,
    Path(id): Path<LoyaltyEntryId>,
    Json(wanted): Json<ReverseEntry>,
) -> Result<Done<(StatusCode, Json<LoyaltyEntry>)>> {
    let by = by(&ctx, Some(wanted.reason));
    points::reversible(&ctx.tx, id, ctx.access, &by).await?;
    let row = points::reverse(&ctx.tx, id, by).await?;
    answer(ctx, row).await
}

fn by<P>(ctx: &Ctx<P>, reason: Option<Line>) -> EntryAuthor {
    EntryAuthor { member: ctx.member.id, reason: reason.map(|reason| reason.0), now: ctx.now }
}

async fn answer<P: base::permission::Permission>(
    ctx: Ctx<P>,
    row: entity::clinic::loyalty_entry::Model,
) -> Result<Done<(StatusCode, Json<LoyaltyEntry>)>> {
    let subject = Subject::patient(row.patient_id).and(row.id);
    let entry = to_wire(&ctx.tx, vec![row]).await?.pop();
    let entry = entry.ok_or_else(|| Error::Internal("an entry is not on the statement".into()))?;
    ctx.done(subject, (StatusCode::CREATED, Json(entry))).await
}
