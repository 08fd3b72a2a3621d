//! Completing a follow-up, reopening it, and recording how it went.

use entity::{clinic::follow_up::Entity, ids::FollowUpId};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::with_names::{FollowUp, one};
use base::{
    error::{Error, Result},
    permission::FollowUpUpdate,
};
use http_api::{IfMatch, Json, Patch, Path, fields::Line, state::App};
use tenancy::{Change, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_follow_up))
}

/// The changes: a field that is left out stays, null clears it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FollowUpChange {
    /// Whether it is done; false reopens it.
    done: Option<bool>,
    /// How it went.
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    note: Patch<Line>,
}

/// Completes a follow-up, reopens it, or records how it went. With `If-Match` it changes only that version. A completed follow-up
/// keeps who did it and when.
#[utoipa::path(patch, path = "/api/follow-ups/{id}", tag = "follow-ups", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = FollowUp)))]
async fn change_follow_up(
    ctx: Ctx<FollowUpUpdate>,
    Path(id): Path<FollowUpId>,
    if_match: IfMatch,
    Json(change): Json<FollowUpChange>,
) -> Result<Done<Json<FollowUp>>> {
    let before = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if_match.require(before.version)?;
    let was_done = before.done_at.is_some();
    let is_done = change.done.unwrap_or(was_done);
    let version = before.version + 1;
    let mut row = before.into_active_model();
    change.note.fill(&mut row.note, |Line(note)| note);
    if is_done != was_done {
        row.done_at = Set(is_done.then_some(ctx.now));
        row.done_by = Set(is_done.then_some(ctx.member.id));
        row.done_by_name = Set(is_done.then(|| ctx.member.full_name()));
    }
    row.version = Set(version);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(Some(ctx.member.id));
    row.updated_by_name = Set(Some(ctx.member.full_name()));
    row.update(&ctx.tx).await?;
    let named = one(&ctx.tx, id).await?;
    // Without the note, which may be about the patient's health.
    let word = |done: bool| Some(if done { "yes" } else { "no" });
    let subject =
        Subject::patient(named.person_id).and(id).changed(Change::between("done", word(was_done), word(is_done)));
    ctx.done(subject, Json(named.into())).await
}
