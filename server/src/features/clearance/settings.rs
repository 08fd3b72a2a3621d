//! Who may sign exams, and what happens to a treatment with a service that is not cleared.

use chrono::{DateTime, Utc};
use entity::{
    clinic::clearance_setting::{Entity, Model},
    words::{Credential, Uncleared},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, Iterable};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::{Error, Result},
    http::{
        IfMatch, Json, Payload,
        fields::{chosen, required},
    },
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
    settings_row,
    state::App,
    tenancy::{Change, ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_clearance_settings, update_clearance_settings))
}

/// Who may sign exams, and what happens to a treatment with a service that is not cleared.
#[derive(Debug, Serialize, ToSchema)]
struct ClearanceSettings {
    /// The credentials with which an exam may be signed.
    credentials: Vec<Credential>,
    /// Whether an exam by live video may be signed.
    allows_video: bool,
    uncleared: Uncleared,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    #[schema(required)]
    updated_at: Option<DateTime<Utc>>,
    #[schema(required)]
    updated_by: Option<String>,
}

impl From<Model> for ClearanceSettings {
    fn from(row: Model) -> Self {
        Self {
            credentials: row.credentials,
            allows_video: row.allows_video,
            uncleared: row.uncleared,
            version: row.version,
            updated_at: (row.version > 0).then_some(row.updated_at),
            updated_by: row.updated_by_name,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewClearanceSettings {
    #[serde(deserialize_with = "chosen")]
    credentials: Vec<Credential>,
    #[serde(deserialize_with = "required")]
    allows_video: bool,
    #[serde(deserialize_with = "chosen")]
    uncleared: Uncleared,
}

impl Payload for NewClearanceSettings {
    const IGNORED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
}

/// The credentials that may prescribe in most states. Which may at this clinic is for the clinic to say.
const PRESCRIBERS: [Credential; 4] = [Credential::Md, Credential::Do, Credential::Np, Credential::Pa];

fn default_settings(now: DateTime<Utc>) -> Model {
    Model {
        id: 1,
        credentials: PRESCRIBERS.to_vec(),
        allows_video: true,
        uncleared: Uncleared::Block,
        version: 0,
        updated_at: now,
        updated_by: None,
        updated_by_name: None,
    }
}

/// The clinic's settings.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn current(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Model> {
    Ok(Entity::find_by_id(1_i16).one(tx).await?.unwrap_or_else(|| default_settings(now)))
}

/// Shows who may sign exams, and what happens to a treatment with a service that is not cleared.
#[utoipa::path(get, path = "/api/clearance/settings", tag = "clearance", responses((status = OK, body = ClearanceSettings)))]
async fn show_clearance_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<ClearanceSettings>>> {
    let row = current(&ctx.tx, ctx.now).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes who may sign exams, and what happens to a treatment with a service that is not cleared. With `If-Match` it changes only
/// that version. Needs a fresh proof of identity.
#[utoipa::path(put, path = "/api/clearance/settings", tag = "clearance", params(IfMatch), responses((status = OK, body = ClearanceSettings)))]
async fn update_clearance_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    Json(new): Json<NewClearanceSettings>,
) -> Result<Done<Json<ClearanceSettings>>> {
    ctx.require_fresh_proof()?;
    // Each once, in one order.
    let credentials: Vec<_> = Credential::iter().filter(|one| new.credentials.contains(one)).collect();
    if credentials.is_empty() {
        return Err(Error::field("credentials", "Choose at least one credential"));
    }
    let before = settings_row::locked::<Entity>(&ctx.tx, default_settings(ctx.now)).await?;
    if_match.require(before.version)?;
    let mut row = before.clone().into_active_model();
    row.credentials = Set(credentials);
    row.allows_video = Set(new.allows_video);
    row.uncleared = Set(new.uncleared);
    row.version = Set(before.version + 1);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(Some(ctx.member.id));
    row.updated_by_name = Set(Some(ctx.member.full_name()));
    let row = row.update(&ctx.tx).await?;
    let changes = changes(&before, &row);
    ctx.done(Subject::nobody().changed(changes), Json(row.into())).await
}

fn changes(before: &Model, after: &Model) -> Vec<Change> {
    let values = |row: &Model| {
        let credentials: Vec<_> = row.credentials.iter().map(|one| one.as_str()).collect();
        [
            ("credentials", credentials.join(", ")),
            ("allows_video", if row.allows_video { "on" } else { "off" }.to_owned()),
            ("uncleared", row.uncleared.as_str().to_owned()),
        ]
    };
    let pairs = values(before).into_iter().zip(values(after));
    pairs.filter_map(|((field, from), (_, to))| Change::between(field, Some(&from), Some(&to))).collect()
}
