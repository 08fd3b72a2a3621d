//! The notice of the right to receive an estimate as a poster for the office: a PDF. The worker makes it, once for each text, as
//! it does every document. A request that waited for its turn would delay the documents of all clinics, and be delayed by them.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::estimate_poster::{ActiveModel, Column, Entity, Model};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter,
    sea_query::{ExprTrait, OnConflict},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{file::moment, legal, settings};
use crate::documents;
use base::{
    date_format::long_date,
    error::{Error, Result},
    local_time::day_of,
    permission::ClinicSettingsRead,
};
use http_api::{Json, state::App};
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use tenancy::{Clinic, ClinicTx, Ctx, Done, Subject, enter_for_job};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(make_estimate_poster, show_estimate_poster))
        .routes(routes!(download_estimate_poster))
}

/// The state of the poster with the notice in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PosterState {
    /// Nobody has requested it since the notice changed.
    Missing,
    Waiting,
    Ready,
    Failed,
}

/// The poster of the right to receive an estimate.
#[derive(Debug, Serialize, ToSchema)]
struct EstimatePoster {
    state: PosterState,
}

impl EstimatePoster {
    fn from_model(row: Option<&Model>) -> Self {
        let state = match row {
            None => PosterState::Missing,
            Some(row) if row.file.is_some() => PosterState::Ready,
            Some(row) if row.finished_at.is_some() => PosterState::Failed,
            Some(_) => PosterState::Waiting,
        };
        Self { state }
    }
}

/// The content of the poster.
struct Notice {
    paragraphs: Vec<String>,
    phone: Option<String>,
    clinic: String,
    address: String,
}

impl Notice {
    async fn in_force(tx: &ClinicTx, clinic: &Clinic, app: &App) -> Result<Self> {
        let setting = settings::current(tx).await?;
        Ok(Self {
            paragraphs: legal::right_to_receive(&setting.texts).split("\n\n").map(str::to_owned).collect(),
            phone: setting.phone,
            clinic: clinic.name.clone(),
            address: app.base_url.origin_of(&clinic.subdomain),
        })
    }

    /// The digest depends only on the notice, not on the time of printing.
    fn digest(&self) -> String {
        let content = json!([self.paragraphs, self.phone, self.clinic, self.address]);
        hex::encode(Sha256::digest(content.to_string()))
    }

    fn paper(&self, clinic: &Clinic, at: DateTime<Utc>) -> Value {
        let title = "Your right to a Good Faith Estimate";
        let day = day_of(at, clinic.time_zone);
        json!({
            "kind": "notice",
            "id": format!("{} notice of the right to an estimate", clinic.id),
            "description": title,
            "title": title,
            "clinic": { "name": self.clinic, "address": self.address },
            "patient": { "name": "", "birth_date": "", "number": "" },
            "printed": { "at": long_date(day), "by": "" },
            "made": moment(at),
            "content": { "paragraphs": self.paragraphs, "phone": self.phone },
        })
    }
}

/// Makes the poster with the notice in force when the job runs.
#[derive(Debug, Serialize, Deserialize)]
pub struct MakeEstimatePoster {}

impl Job for MakeEstimatePoster {
    const KIND: &'static str = "estimate_poster";
    const LANE: LaneKind = LaneKind::Large;
    const RUNS_AGAIN: bool = true;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let db = &run.app.tenants.db;
        let entered = enter_for_job(db, run.clinic).await?;
        let notice = Notice::in_force(&entered.tx, &entered.clinic, run.app).await?;
        let digest = notice.digest();
        let asked = Entity::find_by_id(digest.clone()).one(&entered.tx).await?;
        let Some(asked) = asked.filter(|row| row.finished_at.is_none()) else { return Ok(Outcome::Done) };
        let paper = notice.paper(&entered.clinic, asked.requested_at);
        entered.commit().await?;
        let file = documents::set(&run, &paper).await?.ok();
        let entered = enter_for_job(db, run.clinic).await?;
        // The notice may have changed meanwhile; then another poster is requested.
        if let Some(row) = Entity::find_by_id(digest).one(&entered.tx).await? {
            let mut row = row.into_active_model();
            row.finished_at = Set(Some(run.app.clock.now()));
            row.file = Set(file);
            row.update(&entered.tx).await?;
        }
        entered.commit().await?;
        Ok(Outcome::Done)
    }
}

/// A job that has not ended after this time counts as lost: the notice was changed and changed back, or the job was given up.
const PATIENCE: TimeDelta = TimeDelta::minutes(10);

/// Requests the poster with the notice in force, unless it exists. It is ready after a moment.
#[utoipa::path(post, path = "/api/gfe-estimate/notice", tag = "estimates", responses((status = CREATED, body = EstimatePoster)))]
async fn make_estimate_poster(
    ctx: Ctx<ClinicSettingsRead>,
    State(app): State<App>,
) -> Result<Done<(StatusCode, Json<EstimatePoster>)>> {
    let digest = Notice::in_force(&ctx.tx, &ctx.clinic, &app).await?.digest();
    // A failed poster is made again, and posters with other notices are deleted.
    let has_failed = Column::FinishedAt.is_not_null().and(Column::File.is_null());
    let is_lost = Column::FinishedAt.is_null().and(Column::RequestedAt.lt(ctx.now - PATIENCE));
    let outdated = Column::ContentDigest.ne(digest.clone()).or(has_failed).or(is_lost);
    Entity::delete_many().filter(outdated).exec(&ctx.tx).await?;
    let row = ActiveModel {
        content_digest: Set(digest.clone()),
        requested_at: Set(ctx.now),
        finished_at: Set(None),
        file: Set(None),
    };
    let once = OnConflict::column(Column::ContentDigest).do_nothing().to_owned();
    if Entity::insert(row).on_conflict(once).exec_without_returning(&ctx.tx).await? > 0 {
        outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &MakeEstimatePoster {}).await?;
    }
    let row = Entity::find_by_id(digest).one(&ctx.tx).await?;
    ctx.done(Subject::nobody(), (StatusCode::CREATED, Json(EstimatePoster::from_model(row.as_ref())))).await
}

/// Shows the state of the poster.
#[utoipa::path(get, path = "/api/gfe-estimate/notice", tag = "estimates", responses((status = OK, body = EstimatePoster)))]
async fn show_estimate_poster(
    ctx: Ctx<ClinicSettingsRead>,
    State(app): State<App>,
) -> Result<Done<Json<EstimatePoster>>> {
    let row = in_force(&ctx, &app).await?;
    ctx.done(Subject::nobody(), Json(EstimatePoster::from_model(row.as_ref()))).await
}

/// The poster. Not found before it is made.
#[utoipa::path(get, path = "/api/gfe-estimate/notice/file", tag = "estimates",
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn download_estimate_poster(
    ctx: Ctx<ClinicSettingsRead>,
    State(app): State<App>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let file = in_force(&ctx, &app).await?.and_then(|row| row.file).ok_or_else(|| {
        Error::conflict("not_set", "The poster is not made yet. Ask for it on the page of settings, or copy the text.")
    })?;
    let headers = documents::headers("application/pdf", "inline; filename=\"right-to-a-good-faith-estimate.pdf\"")?;
    ctx.done(Subject::nobody(), (headers, file)).await
}

/// The poster with the notice in force, if it was requested.
async fn in_force(ctx: &Ctx<ClinicSettingsRead>, app: &App) -> Result<Option<Model>> {
    let digest = Notice::in_force(&ctx.tx, &ctx.clinic, app).await?.digest();
    Ok(Entity::find_by_id(digest).one(&ctx.tx).await?)
}
