//! The calls about estimates.

use axum::http::{HeaderMap, StatusCode};
use entity::{
    clinic::{estimate, patient},
    ids::{EstimateId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, sea_query::LockType};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    versions,
    void::{refuse_voided, void, voided},
    wire::{Estimate, EstimateVersion, NewEstimate},
};
use base::{
    error::{Error, Result},
    permission::{EstimateRead, EstimateVoid, EstimateWrite, Grants, Role},
};
use http_api::{IfMatch, Json, Page, Path, Query, SentBack, page::next_link, state::App};
use people::{
    corrections::{NewVoid, Voided},
    patients,
};
use tenancy::{ClinicTx, Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_estimate))
        .routes(routes!(show_estimate))
        .routes(routes!(update_estimate))
        .routes(routes!(list_estimate_versions))
        .routes(routes!(show_estimate_version))
        .routes(routes!(void_estimate))
}

/// Whether the role sees signatures (the notes of `permissions.csv`).
pub fn sees_signatures(grants: Grants) -> bool {
    grants.is_owner || !matches!(grants.role, Role::MedicalAssistant | Role::Receptionist | Role::PracticeManager)
}

/// Shows the patient's newest estimate, or null if there is none. The id in the path is the patient's here, but the estimate's
/// in the call that changes it (specification 7).
#[utoipa::path(get, path = "/api/gfe-estimate/{id}", tag = "estimates", params(("id" = i64, Path)), responses((status = OK, body = Option<Estimate>)))]
async fn show_estimate(
    ctx: Ctx<EstimateRead>,
    Path(patient_id): Path<PatientId>,
) -> Result<Done<Json<Option<Estimate>>>> {
    patients::existing(&ctx.tx, patient_id).await?;
    let row = estimate::Entity::of_patient(patient_id).one(&ctx.tx).await?;
    let subject = Subject::patient(patient_id);
    let subject = row.iter().fold(subject, |subject, row| subject.and(row.estimate_id()));
    let answer = match row {
        Some(row) => Some(to_wire(&ctx.tx, row, &ctx.member).await?),
        None => None,
    };
    ctx.done(subject, Json(answer)).await
}

/// Creates an estimate; the server computes its totals. A stored signature picture cannot sign again.
#[utoipa::path(post, path = "/api/gfe-estimate", tag = "estimates", request_body = NewEstimate, responses((status = CREATED, body = Estimate)))]
async fn create_estimate(
    ctx: Ctx<EstimateWrite>,
    SentBack(new): SentBack<NewEstimate>,
) -> Result<Done<(StatusCode, Json<Estimate>)>> {
    patients::existing(&ctx.tx, new.patient_id).await?;
    let row = versions::first(&ctx.tx, new, &ctx.member, ctx.now).await?;
    let subject = written(&row);
    let answer = to_wire(&ctx.tx, row, &ctx.member).await?;
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}

/// Changes an estimate by adding a version. If the content changes, the signatures stay with the version they were given for; if
/// a signature is added, the other one is kept. A stored picture is not a new signature. With `If-Match` it changes only that
/// version.
#[utoipa::path(put, path = "/api/gfe-estimate/{id}", tag = "estimates", request_body = NewEstimate, params(("id" = i64, Path), IfMatch), responses((status = OK, body = Estimate)))]
async fn update_estimate(
    ctx: Ctx<EstimateWrite>,
    Path(id): Path<EstimateId>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewEstimate>,
) -> Result<Done<Json<Estimate>>> {
    let patient_id = patient_of(&ctx.tx, id).await?;
    // A form of the surviving record names the survivor.
    if new.patient_id != patient_id && new.patient_id != patients::person(&ctx.tx, patient_id).await?.id {
        return Err(Error::field("patient_id", "cannot change"));
    }
    let current = held(&ctx.tx, patient_id, id).await?;
    if_match.require(current.version)?;
    refuse_voided(&ctx.tx, id).await?;
    let (row, is_new) = versions::next(&ctx.tx, current, new, &ctx.member, ctx.now).await?;
    let subject = if is_new { written(&row) } else { Subject::patient(patient_id).and(id) };
    let answer = to_wire(&ctx.tx, row, &ctx.member).await?;
    ctx.done(subject, Json(answer)).await
}

/// Lists the versions of an estimate, newest first, at most 200. `after` is the version of the last row of the page before.
#[utoipa::path(get, path = "/api/gfe-estimate/{id}/versions", tag = "estimates", params(("id" = i64, Path), Page), responses((status = OK, body = Vec<EstimateVersion>)))]
async fn list_estimate_versions(
    ctx: Ctx<EstimateRead>,
    Path(id): Path<EstimateId>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<EstimateVersion>>)>> {
    let patient_id = patient_of(&ctx.tx, id).await?;
    let (listed, has_next) = versions::listed(&ctx.tx, id, page).await?;
    let last = listed.last().filter(|_| has_next).map(|row| row.version.version);
    let headers = next_link(&format!("/api/gfe-estimate/{id}/versions"), &page.query(), last)?;
    let answer = listed.into_iter().map(|one| EstimateVersion::from_model(one.version, one.changed)).collect();
    ctx.done(Subject::patient(patient_id).and(id), (headers, Json(answer))).await
}

/// Shows one version of an estimate as written and signed.
#[utoipa::path(get, path = "/api/gfe-estimate/{id}/versions/{version}", tag = "estimates", params(("id" = i64, Path), ("version" = i32, Path)), responses((status = OK, body = Estimate)))]
async fn show_estimate_version(
    ctx: Ctx<EstimateRead>,
    Path((id, version)): Path<(EstimateId, i32)>,
) -> Result<Done<Json<Estimate>>> {
    let wanted = estimate::Entity::versions(id).filter(estimate::Column::Version.eq(version));
    let row = wanted.one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let subject = Subject::patient(row.patient_id).and(id);
    let answer = to_wire(&ctx.tx, row, &ctx.member).await?;
    ctx.done(subject, Json(answer)).await
}

/// Voids an estimate for good: it stays readable as written, and cannot be changed. Needs a fresh proof of identity. With
/// `If-Match` it voids only that version.
#[utoipa::path(post, path = "/api/gfe-estimate/{id}/void", tag = "estimates", params(("id" = i64, Path), IfMatch), responses((status = OK, body = Estimate)))]
async fn void_estimate(
    ctx: Ctx<EstimateVoid>,
    Path(id): Path<EstimateId>,
    if_match: IfMatch,
    Json(new): Json<NewVoid>,
) -> Result<Done<Json<Estimate>>> {
    ctx.require_fresh_proof()?;
    let patient_id = patient_of(&ctx.tx, id).await?;
    let current = held(&ctx.tx, patient_id, id).await?;
    if_match.require(current.version)?;
    let row = void(&ctx.tx, &current, new, &ctx.member, ctx.now).await?;
    let subject = Subject::patient(patient_id).and(id).signed("estimate_void", row.id, &row.content_digest);
    let answer = to_wire(&ctx.tx, current, &ctx.member).await?;
    ctx.done(subject, Json(answer)).await
}

async fn to_wire(tx: &ClinicTx, row: estimate::Model, member: &Member) -> Result<Estimate> {
    let shows = sees_signatures(member.grants());
    let voided = voided(tx, row.estimate_id()).await?;
    let voided = voided.map(|voided| if shows { voided } else { Voided { signature: None, ..voided } });
    Ok(Estimate::from_model(row, shows, voided))
}

/// The newest version. Locks the patient, so that changes of a patient's estimates run one after the other. The versions
/// themselves cannot be locked, because the clinic's role may not update them.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no estimate with this id.
pub async fn held(tx: &ClinicTx, patient_id: PatientId, id: EstimateId) -> Result<estimate::Model> {
    patient::Entity::find_by_id(patient_id).lock(LockType::NoKeyUpdate).one(tx).await?;
    estimate::Entity::versions(id).one(tx).await?.ok_or(Error::NotFound)
}

/// The estimate's patient, by the estimate's id.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no estimate with this id.
pub async fn patient_of(tx: &ClinicTx, id: EstimateId) -> Result<PatientId> {
    let first = estimate::Entity::find_by_id(id).filter(estimate::Column::RootId.is_null());
    let patient: Option<PatientId> =
        first.select_only().column(estimate::Column::PatientId).into_tuple().one(tx).await?;
    patient.ok_or(Error::NotFound)
}

/// The patient, the estimate, and the digest of the version that was written.
fn written(row: &estimate::Model) -> Subject {
    let digest = row.content_digest.as_deref().unwrap_or_default();
    Subject::patient(row.patient_id).and(row.estimate_id()).signed("estimate", row.id, digest)
}
