//! The clinic's settings for reviews: the hours until approval, and the share of each provider's treatments. A new share applies
//! to treatments recorded after it.

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

use base::{
    error::{Error, Result},
    names,
    permission::{Access, Grants, Permission, ReviewManage, TreatmentCreate},
};
use http_api::{Computed, IfMatch, Json, SentBack, deserialize_fields, fields::Field, state::App};
use practice::settings::{IntegerBetween, lock_settings, read_settings, save_settings};
use tenancy::{Change, ClinicTx, Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_review_settings, update_review_settings))
}

/// The default.
const EVERYTHING: i32 = 100;

/// More than the providers of any clinic.
const MAX_PROVIDERS: usize = 500;

/// Within how many hours a chart must be approved.
pub(super) async fn due_hours(tx: &ClinicTx) -> Result<i32> {
    Ok(read_settings::<review_setting::Model>(tx).await?.chart_due_hours)
}

/// How the clinic reviews.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewSettings {
    /// Within how many hours a chart must be approved.
    chart_due_hours: i32,
    /// The percentage of treatments that is reviewed, for providers without their own share.
    share: i32,
    /// The members who record treatments.
    providers: Vec<ProviderShare>,
    /// For `If-Match`.
    version: i32,
}

/// A provider's own share.
#[derive(Debug, Serialize, ToSchema)]
struct ProviderShare {
    provider_id: MemberId,
    provider_name: String,
    /// In percent; null: the clinic's.
    share: Option<i32>,
}

/// The new settings for reviews.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewReviewSettings {
    #[schema(value_type = i32, minimum = 1, maximum = 720)]
    chart_due_hours: IntegerBetween<1, 720>,
    #[schema(value_type = i32, minimum = 0, maximum = 100)]
    share: IntegerBetween<0, 100>,
    /// Providers who are left out keep their share.
    #[schema(value_type = Vec<NewShare>)]
    providers: NewShares,
}

impl Computed for NewReviewSettings {
    const COMPUTED: &'static [&'static str] = &["version"];
}

/// A provider's new share.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewShare {
    provider_id: MemberId,
    /// In percent; null: the clinic's.
    #[schema(minimum = 0, maximum = 100)]
    share: Option<i32>,
}

/// The shares of a form, at most one for each provider.
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
deserialize_fields!(NewShares);

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
    with_shares(tx, read_settings(tx).await?).await
}

async fn with_shares(tx: &ClinicTx, row: review_setting::Model) -> Result<ReviewSettings> {
    let shares = shares(tx).await?;
    let own = |id| shares.iter().find(|row| row.provider_id == id).and_then(|row| row.share);
    let mut everybody = member::Entity::active().order_by_asc(member::Column::Id).all(tx).await?;
    everybody.sort_by_cached_key(|row| names::order(&row.last_name, &row.first_name));
    let providers = everybody
        .into_iter()
        .filter(|row| Grants::from_member(row).access(TreatmentCreate::NAME) == Some(Access::Full))
        .map(|row| ProviderShare { provider_id: row.id, provider_name: row.full_name(), share: own(Some(row.id)) })
        .collect();
    Ok(ReviewSettings {
        chart_due_hours: row.chart_due_hours,
        share: own(None).unwrap_or(EVERYTHING),
        providers,
        version: row.version,
    })
}

/// Shows how the clinic reviews.
#[utoipa::path(get, path = "/api/review/settings", tag = "review", responses((status = OK, body = ReviewSettings)))]
async fn show_review_settings(ctx: Ctx<ReviewManage>) -> Result<Done<Json<ReviewSettings>>> {
    let settings = current(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(settings)).await
}

/// Changes the settings for reviews. Needs a fresh proof of identity. Earlier treatments keep their share. No member can change
/// their own share. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/review/settings", tag = "review", request_body = NewReviewSettings, params(IfMatch), responses((status = OK, body = ReviewSettings)))]
async fn update_review_settings(
    ctx: Ctx<ReviewManage>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewReviewSettings>,
) -> Result<Done<Json<ReviewSettings>>> {
    ctx.require_fresh_proof()?;
    let row = lock_settings::<review_setting::Model>(&ctx.tx).await?;
    if_match.require(row.version)?;
    let before = with_shares(&ctx.tx, row.clone()).await?;
    let row = save_settings(&ctx, review_setting::Model { chart_due_hours: new.chart_due_hours.0, ..row }).await?;
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
    let settings = with_shares(&ctx.tx, row).await?;
    ctx.done(Subject::nobody().changed(changes.into_iter().flatten()), Json(settings)).await
}

/// Adds a share. Before the first share, draws the seed that decides which treatments are selected.
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
