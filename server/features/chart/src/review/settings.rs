//! How the clinic reviews: within how many hours, and which share of whose treatments. A share holds for what is recorded
//! from then on.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{member, review_sample, review_seed, review_setting},
    ids::MemberId,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    EntityTrait, IntoActiveModel, QueryOrder, QuerySelect,
    sea_query::OnConflict,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    features::settings::IntegerBetween,
    foundation::{
        error::{Error, Result},
        http::{IfMatch, Json, Payload, fields::Field, required},
        permission::Grants,
        permission::{Access, Permission, ReviewManage, TreatmentCreate},
        settings_row,
        state::App,
        tenancy::{Change, ClinicTx, Ctx, Done, Member, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_review_settings, update_review_settings))
}

/// Until the clinic says otherwise.
const DUE_HOURS: i32 = 72;
const EVERYTHING: i32 = 100;

/// More than a clinic has providers.
const MAX_PROVIDERS: usize = 500;

/// Within how many hours a chart is to be approved.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn due_hours(tx: &ClinicTx) -> Result<i32> {
    let row = review_setting::Entity::find_by_id(1_i16).one(tx).await?;
    Ok(row.map_or(DUE_HOURS, |row| row.chart_due_hours))
}

/// How the clinic reviews.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewSettings {
    /// Within how many hours a chart is to be approved.
    chart_due_hours: i32,
    /// The percent of everybody's treatments that is reviewed, of those without a share of their own.
    share: i32,
    /// The members who record treatments.
    providers: Vec<ProviderShare>,
    /// For `If-Match`.
    version: i32,
}

/// A provider's own share.
#[derive(Debug, Serialize, ToSchema)]
struct ProviderShare {
    #[schema(value_type = i64)]
    provider_id: MemberId,
    provider_name: String,
    /// In percent; null: the clinic's.
    #[schema(required)]
    share: Option<i32>,
}

/// How the clinic is to review from now on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewReviewSettings {
    #[schema(value_type = i32, minimum = 1, maximum = 720)]
    #[serde(deserialize_with = "required")]
    chart_due_hours: IntegerBetween<1, 720>,
    #[schema(value_type = i32, minimum = 0, maximum = 100)]
    #[serde(deserialize_with = "required")]
    share: IntegerBetween<0, 100>,
    /// Who is left out keeps the share.
    #[schema(value_type = Vec<NewShare>)]
    #[serde(deserialize_with = "required")]
    providers: NewShares,
}

impl Payload for NewReviewSettings {
    const IGNORED: &'static [&'static str] = &["version"];
}

/// A provider's share from now on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewShare {
    #[schema(value_type = i64)]
    provider_id: MemberId,
    /// In percent; null: the clinic's.
    #[schema(required, minimum = 0, maximum = 100)]
    share: Option<i32>,
}

/// The shares of a form, each provider's once.
struct NewShares(Vec<NewShare>);

impl Field for NewShares {
    fn parse(value: &Value) -> Result<Self, String> {
        let shares: Vec<NewShare> = serde_json::from_value(value.clone())
            .map_err(|_| "must be a list of providers with their shares".to_owned())?;
        if shares.len() > MAX_PROVIDERS {
            return Err("must be a list of providers with their shares".to_owned());
        }
        if shares.iter().any(|one| one.share.is_some_and(|share| !(0..=100).contains(&share))) {
            return Err("must be whole numbers from 0 to 100".to_owned());
        }
        let mut ids: Vec<_> = shares.iter().map(|one| one.provider_id).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.len() < shares.len() { Err("must name each provider once".to_owned()) } else { Ok(Self(shares)) }
    }
}

/// The shares in force: the newest row of each provider, and of the clinic.
async fn shares(tx: &ClinicTx) -> Result<Vec<review_sample::Model>> {
    let newest = review_sample::Entity::find()
        .distinct_on([review_sample::Column::ProviderId])
        .order_by_asc(review_sample::Column::ProviderId)
        .order_by_desc(review_sample::Column::Since)
        .order_by_desc(review_sample::Column::Id);
    Ok(newest.all(tx).await?)
}

async fn current(tx: &ClinicTx) -> Result<ReviewSettings> {
    let row = review_setting::Entity::find_by_id(1_i16).one(tx).await?;
    let shares = shares(tx).await?;
    let own = |id| shares.iter().find(|row| row.provider_id == id).and_then(|row| row.share);
    let everybody = member::Entity::active().order_by_asc(member::Column::LastName);
    let everybody = everybody.order_by_asc(member::Column::FirstName).order_by_asc(member::Column::Id).all(tx).await?;
    let providers = everybody
        .into_iter()
        .filter(|row| Grants::from_member(row).access(TreatmentCreate::NAME) == Some(Access::Full))
        .map(|row| ProviderShare { provider_id: row.id, provider_name: row.full_name(), share: own(Some(row.id)) })
        .collect();
    Ok(ReviewSettings {
        chart_due_hours: row.as_ref().map_or(DUE_HOURS, |row| row.chart_due_hours),
        share: own(None).unwrap_or(EVERYTHING),
        providers,
        version: row.map_or(0, |row| row.version),
    })
}

/// Shows how the clinic reviews.
#[utoipa::path(get, path = "/api/review/settings", tag = "review", responses((status = OK, body = ReviewSettings)))]
async fn show_review_settings(ctx: Ctx<ReviewManage>) -> Result<Done<Json<ReviewSettings>>> {
    let settings = current(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(settings)).await
}

/// Changes how the clinic reviews; needs a fresh proof of identity. What was recorded before keeps its share. Nobody sets
/// their own. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/review/settings", tag = "review", params(IfMatch), responses((status = OK, body = ReviewSettings)))]
async fn update_review_settings(
    ctx: Ctx<ReviewManage>,
    if_match: IfMatch,
    Json(new): Json<NewReviewSettings>,
) -> Result<Done<Json<ReviewSettings>>> {
    ctx.require_fresh_proof()?;
    let defaults = review_setting::Model { id: 1, chart_due_hours: DUE_HOURS, version: 0, updated_at: ctx.now };
    let row = settings_row::locked::<review_setting::Entity>(&ctx.tx, defaults).await?;
    if_match.require(row.version)?;
    let before = current(&ctx.tx).await?;
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.chart_due_hours = Set(new.chart_due_hours.0);
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    row.update(&ctx.tx).await?;
    let text = |number: i32| number.to_string();
    let (hours, share) = (new.chart_due_hours.0, new.share.0);
    let mut changes = vec![
        Change::between("chart_due_hours", Some(&text(before.chart_due_hours)), Some(&text(hours))),
        Change::between("share", Some(&text(before.share)), Some(&text(share))),
    ];
    if share != before.share {
        add(&ctx.tx, &ctx.member, ctx.now, None, Some(share)).await?;
    }
    for NewShare { provider_id, share } in new.providers.0 {
        let Some(provider) = before.providers.iter().find(|one| one.provider_id == provider_id) else {
            return Err(Error::field("providers", "must be members who record treatments"));
        };
        if provider.share == share {
            continue;
        }
        if provider_id == ctx.member.id {
            return Err(Error::Refused {
                code: "own_share",
                sentence: "Nobody sets the share of their own treatments. Somebody else who may change these settings does it.",
            });
        }
        add(&ctx.tx, &ctx.member, ctx.now, Some(provider_id), share).await?;
        let (from, to) = (provider.share.map(text), share.map(text));
        let field = format!("share of {}", provider.provider_name);
        changes.push(Change::between(&field, from.as_deref(), to.as_deref()));
    }
    let settings = current(&ctx.tx).await?;
    ctx.done(Subject::nobody().changed(changes.into_iter().flatten()), Json(settings)).await
}

/// Adds a share, and before the first one draws the seed from which it follows what is selected.
async fn add(
    tx: &ClinicTx,
    by: &Member,
    now: DateTime<Utc>,
    provider_id: Option<MemberId>,
    share: Option<i32>,
) -> Result<()> {
    let seed = review_seed::Model { id: 1, seed: rand::random::<[u8; 32]>().to_vec() }.into_active_model();
    let known = OnConflict::column(review_seed::Column::Id).do_nothing().to_owned();
    review_seed::Entity::insert(seed).on_conflict(known).exec_without_returning(tx).await?;
    let row = review_sample::ActiveModel {
        id: NotSet,
        provider_id: Set(provider_id),
        share: Set(share),
        since: Set(now),
        set_by: Set(by.id),
        set_by_name: Set(by.full_name()),
    };
    row.insert(tx).await?;
    Ok(())
}
