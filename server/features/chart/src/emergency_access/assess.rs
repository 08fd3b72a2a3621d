//! A Medical Director's assessment of an emergency access: once, and never of the director's own.

use entity::{
    clinic::emergency_access::{self, Entity},
    ids::EmergencyAccessId,
    words::EmergencyAssessment,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::list::{EmergencyAccess, in_wire};
use base::{
    error::{Error, Result},
    permission::EmergencyAssess,
};
use http_api::{Json, Path, fields::Note, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(assess_emergency_access))
}

/// Whether the access was justified.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAssessment {
    assessment: EmergencyAssessment,
    /// Required if the access was not justified.
    note: Option<Note>,
}

/// Says whether an emergency access was justified.
#[utoipa::path(post, path = "/api/emergency-access/{id}/assessment", tag = "emergency", params(("id" = i64, Path)),
    responses((status = OK, body = EmergencyAccess)))]
async fn assess_emergency_access(
    ctx: Ctx<EmergencyAssess>,
    Path(id): Path<EmergencyAccessId>,
    Json(new): Json<NewAssessment>,
) -> Result<Done<Json<EmergencyAccess>>> {
    let row: Option<emergency_access::Model> = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?;
    let row = row.ok_or(Error::NotFound)?;
    if row.member_id == ctx.member.id {
        return Err(Error::conflict("own", "Somebody else has to look at your own emergency access."));
    }
    if row.assessed_at.is_some() {
        return Err(Error::conflict("already_assessed", "A Medical Director has looked at it already."));
    }
    if new.assessment == EmergencyAssessment::NotJustified && new.note.is_none() {
        return Err(Error::field("note", "Please write why it was not justified"));
    }
    let mut row = row.into_active_model();
    row.assessment = Set(Some(new.assessment));
    row.assessment_note = Set(new.note.map(|Note(note)| note));
    row.assessed_by = Set(Some(ctx.member.id));
    row.assessor_name = Set(Some(ctx.member.full_name()));
    row.assessed_at = Set(Some(ctx.now));
    let row = row.update(&ctx.tx).await?;
    let subject = Subject::patient(row.patient_id).and(id);
    let wire = in_wire(&ctx.tx, &ctx.member, vec![row]).await?.pop().ok_or(Error::NotFound)?;
    ctx.done(subject, Json(wire)).await
}
