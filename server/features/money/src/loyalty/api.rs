//! The calls about loyalty points.

use axum::http::{HeaderMap, StatusCode};
use entity::{
    clinic::loyalty_rule::{ActiveModel, Column, Entity, Model},
    ids::{LoyaltyRuleId, PatientId},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::ledger;
use base::{
    error::{Error, Result},
    permission::{LoyaltyBalanceRead, LoyaltyRead, LoyaltyWrite},
};
use http_api::{
    Computed, IfMatch, Json, Page, Path, Query, SentBack, deserialize_fields,
    fields::{Field, Line},
    page::{MAX_LIMIT, next_link, truncate_page},
    state::App,
};
use practice::services;
use tenancy::{Change, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_loyalty_rules, save_loyalty_rule))
        .routes(routes!(delete_loyalty_rule))
        .routes(routes!(list_loyalty_balances))
}

/// Points of a rule: a value that is not a number counts as 0 (specification 5). The form reads its field in the same way
/// (`ruleForm.ts`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = i32, minimum = 0, maximum = 999_999)]
struct Points(i32);

/// The default (specification 5).
const DEFAULT: Points = Points(10);

impl Field for Points {
    fn parse(value: &Value) -> Result<Self, String> {
        let number = match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) if is_plain_number(text.trim()) => text.trim().parse::<f64>().ok(),
            _ => None,
        };
        let number = number.unwrap_or(0.0);
        if number.fract() != 0.0 || !(0.0..=999_999.0).contains(&number) {
            return Err("must be a whole number from 0 to 999,999".to_owned());
        }
        #[expect(clippy::cast_possible_truncation, reason = "whole and between 0 and 999,999")]
        Ok(Self(number as i32))
    }
}
deserialize_fields!(Points);

/// Digits with at most one decimal point and a sign: no exponents, no words such as `inf`.
fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.bytes().any(|byte| byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() <= 1
}

/// The points of a service.
#[derive(Debug, Serialize, ToSchema)]
struct LoyaltyRule {
    id: LoyaltyRuleId,
    service: String,
    points: i32,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    version: i32,
}

impl From<Model> for LoyaltyRule {
    fn from(row: Model) -> Self {
        Self { id: row.id, service: row.service, points: row.points, version: row.version }
    }
}

/// A rule to save; a service has one rule, so saving again changes it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewLoyaltyRule {
    /// A service of the clinic's catalogue, or of the fixed list if the clinic has no catalogue. Default: Botox.
    service: Option<Line>,
    /// Default: 10. An empty text is no number and counts as 0, as in the form.
    points: Option<Points>,
}

impl Computed for NewLoyaltyRule {
    const COMPUTED: &'static [&'static str] = &["id", "version"];
    const BLANK_IS_A_VALUE: &'static [&'static str] = &["points"];
}

/// A patient's balance.
#[derive(Debug, Serialize, ToSchema)]
struct LoyaltyBalance {
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    points: i64,
    is_archived: bool,
}

/// Lists the points of each service.
#[utoipa::path(get, path = "/api/loyalty/rules", tag = "loyalty", responses((status = OK, body = Vec<LoyaltyRule>)))]
async fn list_loyalty_rules(ctx: Ctx<LoyaltyRead>) -> Result<Done<Json<Vec<LoyaltyRule>>>> {
    let rows = Entity::find().order_by_asc(Column::Id).all(&ctx.tx).await?;
    let rules = rows.into_iter().map(LoyaltyRule::from).collect();
    ctx.done(Subject::nobody(), Json(rules)).await
}

/// Saves the points of a service from now on. With `If-Match` it changes only that version, 0 for a service without a rule.
#[utoipa::path(post, path = "/api/loyalty/rules", tag = "loyalty", request_body = NewLoyaltyRule, params(IfMatch), responses((status = CREATED, body = LoyaltyRule)))]
async fn save_loyalty_rule(
    ctx: Ctx<LoyaltyWrite>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewLoyaltyRule>,
) -> Result<Done<(StatusCode, Json<LoyaltyRule>)>> {
    let service = services::choose(&ctx.tx, "service", new.service.map(|line| line.0)).await?;
    let before = Entity::find().filter(Column::Service.eq(&service.name)).lock_exclusive().one(&ctx.tx).await?;
    let row = ActiveModel {
        service: Set(service.name),
        points: Set(new.points.unwrap_or(DEFAULT).0),
        updated_at: Set(ctx.now),
        version: Set(1),
        ..Default::default()
    };
    let again = OnConflict::column(Column::Service)
        .update_columns([Column::Points, Column::UpdatedAt])
        .value(Column::Version, Expr::col((Entity, Column::Version)).add(1))
        .to_owned();
    let row = Entity::insert(row).on_conflict(again).exec_with_returning(&ctx.tx).await?;
    // Compared after the change, which locks the row; a refusal rolls the change back.
    if_match.require(row.version - 1)?;
    let points = |points: i32| points.to_string();
    let change = Change::between("points", before.map(|row| points(row.points)).as_deref(), Some(&points(row.points)));
    let subject = Subject::object(row.id).changed(change);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// Removes the rule of a service, which earns nothing from now on; earned points stay. With `If-Match` it removes only that
/// version.
#[utoipa::path(delete, path = "/api/loyalty/rules/{id}", tag = "loyalty", params(("id" = i64, Path), IfMatch), responses((status = NO_CONTENT)))]
async fn delete_loyalty_rule(
    ctx: Ctx<LoyaltyWrite>,
    Path(id): Path<LoyaltyRuleId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    let row = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if_match.require(row.version)?;
    let change = Change::between("points", Some(&row.points.to_string()), None);
    Entity::delete_by_id(id).exec(&ctx.tx).await?;
    ctx.done(Subject::object(id).changed(change), StatusCode::NO_CONTENT).await
}

/// Lists the patients with points, by last and first name.
#[utoipa::path(get, path = "/api/loyalty/balances", tag = "loyalty", params(Page), responses((status = OK, body = Vec<LoyaltyBalance>)))]
async fn list_loyalty_balances(
    ctx: Ctx<LoyaltyBalanceRead>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<LoyaltyBalance>>)>> {
    let limit = page.limit_or(MAX_LIMIT);
    let mut balances = ledger::balances(&ctx.tx, limit, page.after.map(PatientId::from)).await?;
    let is_full = balances.len() as u64 == limit;
    let is_truncated = truncate_page(&mut balances, |balance| balance.first_name.len() + balance.last_name.len());
    let last = balances.last().filter(|_| is_full || is_truncated).map(|row| row.patient_id);
    let headers = next_link("/api/loyalty/balances", &[("limit", limit.to_string())], last)?;
    let subject = Subject::patients(balances.iter().map(|balance| balance.patient_id));
    let answer = balances
        .into_iter()
        .map(|balance| LoyaltyBalance {
            patient_id: balance.patient_id,
            first_name: balance.first_name,
            last_name: balance.last_name,
            points: balance.points,
            is_archived: balance.archived_at.is_some(),
        })
        .collect();
    ctx.done(subject, (headers, Json(answer))).await
}
