//! Opening an emergency access and ending it.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::emergency_access::{Column, Entity, Model},
    ids::{EmergencyAccessId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{jobs::EmergencyNotice, open};
use crate::treatments::Team;
use base::{
    error::{Error, Result},
    permission::EmergencyUse,
};
use http_api::{Json, Path, fields::Line, state::App};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_emergency_access)).routes(routes!(end_emergency_access))
}

/// The patient whose record is opened, and why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OpenEmergencyAccess {
    patient_id: PatientId,
    /// A Medical Director reads the reason.
    reason: Line,
}

/// An emergency access of the signed-in member.
#[derive(Debug, Serialize, ToSchema)]
struct OwnEmergencyAccess {
    id: EmergencyAccessId,
    patient_id: PatientId,
    ends_at: DateTime<Utc>,
}

impl From<Model> for OwnEmergencyAccess {
    fn from(row: Model) -> Self {
        Self { id: row.id, patient_id: row.patient_id, ends_at: row.ends_at }
    }
}

/// Opens one patient's clinical record for an hour, after a proof of identity. Notifies every Medical Director. While the access
/// is open, a second call returns it.
#[utoipa::path(post, path = "/api/emergency-access", tag = "emergency", responses((status = CREATED, body = OwnEmergencyAccess)))]
async fn open_emergency_access(
    ctx: Ctx<EmergencyUse>,
    Json(new): Json<OpenEmergencyAccess>,
) -> Result<Done<(StatusCode, Json<OwnEmergencyAccess>)>> {
    ctx.require_fresh_proof()?;
    let patient = patients::locked_person(&ctx.tx, new.patient_id).await?.id;
    if let Some(row) = open::live(&ctx.tx, ctx.member.id, patient, ctx.now).await? {
        let subject = Subject::patient(patient).and(row.id);
        return ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await;
    }
    let team = Team::load(&ctx.tx).await?;
    let row = open::open(&ctx.tx, &team, &ctx.member, patient, new.reason.0, ctx.now).await?;
    for director in team.directors().filter(|director| *director != ctx.member.id) {
        let notice = EmergencyNotice { member: director, access: row.id };
        outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &notice).await?;
    }
    let subject = Subject::patient(patient).and(row.id);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// Ends an emergency access of the signed-in member before its hour is over.
#[utoipa::path(post, path = "/api/emergency-access/{id}/end", tag = "emergency", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn end_emergency_access(ctx: Ctx<EmergencyUse>, Path(id): Path<EmergencyAccessId>) -> Result<Done<StatusCode>> {
    let own = Entity::find_by_id(id).filter(Column::MemberId.eq(ctx.member.id));
    let row = own.one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(ctx.now))
        .filter(Column::Id.eq(id))
        .filter(Column::EndedAt.is_null())
        .filter(Column::EndsAt.gt(ctx.now))
        .exec(&ctx.tx)
        .await?;
    ctx.done(Subject::patient(row.patient_id).and(id), StatusCode::NO_CONTENT).await
}
