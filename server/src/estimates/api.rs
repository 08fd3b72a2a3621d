//! The calls about estimates.

use axum::http::StatusCode;
use entity::clinic::estimate;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::wire::{Estimate, NewEstimate};
use crate::{
    error::{Error, Result},
    http::{IfMatch, Json, Path},
    patients,
    permission::{Access, EstimateRead, EstimateWrite, Role},
    state::App,
    tenancy::{Ctx, Done, Member, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_estimate))
        .routes(routes!(show_estimate))
        .routes(routes!(update_estimate))
}

/// Whether the role sees signatures (the notes of `permissions.csv`).
fn sees_signatures(member: &Member) -> bool {
    member.is_owner || !matches!(member.role, Role::MedicalAssistant | Role::Receptionist | Role::PracticeManager)
}

/// Only those who treat sign for the provider.
fn may_sign(access: Access, new: &NewEstimate) -> Result<()> {
    if access == Access::Limited && new.prov_sig.is_some() {
        return Err(Error::field("prov_sig", "may be given by a provider only"));
    }
    Ok(())
}

/// Shows the patient's newest estimate, or null when there is none. The id in the path is the
/// patient's here, the estimate's where it is changed (specification 7).
#[utoipa::path(get, path = "/api/gfe-estimate/{id}", tag = "estimates", params(("id" = i64, Path)), responses((status = OK, body = Option<Estimate>)))]
async fn show_estimate(ctx: Ctx<EstimateRead>, Path(patient_id): Path<i64>) -> Result<Done<Json<Option<Estimate>>>> {
    patients::existing(&ctx.tx, patient_id).await?;
    let row = estimate::Entity::of_patient(patient_id).one(&ctx.tx).await?;
    let subject = Subject::patient(patient_id);
    let subject = row.iter().fold(subject, |subject, row| subject.and(row.id));
    let answer = row.map(|row| Estimate::seen(row, sees_signatures(&ctx.member)));
    ctx.done(subject, Json(answer)).await
}

/// Makes an estimate; the server computes its sums.
#[utoipa::path(post, path = "/api/gfe-estimate", tag = "estimates", responses((status = CREATED, body = Estimate)))]
async fn create_estimate(
    ctx: Ctx<EstimateWrite>,
    Json(new): Json<NewEstimate>,
) -> Result<Done<(StatusCode, Json<Estimate>)>> {
    may_sign(ctx.access, &new)?;
    let patient = patients::existing(&ctx.tx, new.patient_id.0).await?;
    let mut row = estimate::ActiveModel {
        patient_id: Set(patient.id),
        version: Set(1),
        created_by: Set(ctx.member.id),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    new.fill(&mut row, ctx.now)?;
    let row = row.insert(&ctx.tx).await?;
    let subject = Subject::patient(patient.id).and(row.id);
    let answer = Estimate::seen(row, sees_signatures(&ctx.member));
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}

/// Changes an estimate. Signatures that are not sent stay. With `If-Match` it changes only the
/// version that was seen.
#[utoipa::path(put, path = "/api/gfe-estimate/{id}", tag = "estimates", params(("id" = i64, Path), IfMatch), responses((status = OK, body = Estimate)))]
async fn update_estimate(
    ctx: Ctx<EstimateWrite>,
    Path(id): Path<i64>,
    if_match: IfMatch,
    Json(new): Json<NewEstimate>,
) -> Result<Done<Json<Estimate>>> {
    may_sign(ctx.access, &new)?;
    let row = estimate::Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    if new.patient_id.0 != row.patient_id {
        return Err(Error::field("patient_id", "cannot change"));
    }
    if_match.require(row.version)?;
    let (patient_id, version) = (row.patient_id, row.version + 1);
    let mut row = row.into_active_model();
    row.version = Set(version);
    new.fill(&mut row, ctx.now)?;
    let row = row.update(&ctx.tx).await?;
    let answer = Estimate::seen(row, sees_signatures(&ctx.member));
    ctx.done(Subject::patient(patient_id).and(id), Json(answer)).await
}
