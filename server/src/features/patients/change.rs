//! Changing a patient: PATCH, so that a form sends what it shows and nothing else.

use entity::{clinic::patient, ids::PatientId};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::api::Patient;
use crate::foundation::{
    error::Result,
    http::{IfMatch, Json, Patch, Path, Payload, fields::Line},
    permission::{Access, PatientUpdate},
    state::App,
    tenancy::{Change, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_patient))
}

/// What changes about a patient: a field that is left out stays, null clears it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PatientChange {
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    pronouns: Patch<Line>,
}

impl Payload for PatientChange {}

/// Changes a patient. With `If-Match` it changes only the version that was seen.
#[utoipa::path(patch, path = "/api/patients/{id}", tag = "patients", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = Patient)))]
async fn change_patient(
    ctx: Ctx<PatientUpdate>,
    Path(id): Path<PatientId>,
    if_match: IfMatch,
    Json(change): Json<PatientChange>,
) -> Result<Done<Json<Patient>>> {
    let before = super::locked(&ctx.tx, id).await?;
    if_match.require(before.version)?;
    let mut row = before.clone().into_active_model();
    change.pronouns.fill(&mut row.pronouns, |Line(pronouns)| pronouns);
    row.version = Set(before.version + 1);
    let row = row.update(&ctx.tx).await?;
    let subject = Subject::patient(id).changed(changes(&before, &row));
    ctx.done(subject, Json(Patient::for_access(Access::Full, row))).await
}

fn changes(before: &patient::Model, after: &patient::Model) -> Vec<Change> {
    let pronouns = Change::between("pronouns", before.pronouns.as_deref(), after.pronouns.as_deref());
    pronouns.into_iter().collect()
}
