//! The calls that correct a treatment.

use axum::http::{HeaderMap, StatusCode};
use entity::{clinic::treatment, ids::TreatmentId};
use sea_orm::EntityTrait;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{api::treatment_for, approval::Approver, team::Team, wire::Treatment};
use base::{
    error::{Error, Result},
    permission::{TreatmentCreate, TreatmentList, TreatmentVoid},
};
use http_api::{Json, Path, Query, SentBack, state::App};
use money::loyalty;
use people::corrections::{self, Addendum, NewAddendum, NewVoid, Record};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_treatment_addenda, add_treatment_addendum)).routes(routes!(void_treatment))
}

async fn existing(tx: &ClinicTx, id: TreatmentId) -> Result<treatment::Model> {
    treatment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)
}

/// Lists the addenda of a treatment, oldest first: at most 10. The Link header leads to the next page.
#[utoipa::path(get, path = "/api/treatments/{id}/addenda", tag = "treatments", params(("id" = i64, Path), http_api::Page), responses((status = OK, body = Vec<Addendum>)))]
async fn list_treatment_addenda(
    ctx: Ctx<TreatmentList>,
    Path(id): Path<TreatmentId>,
    Query(page): Query<http_api::Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Addendum>>)>> {
    let treatment = existing(&ctx.tx, id).await?;
    let path = format!("/api/treatments/{id}/addenda");
    let (headers, addenda) = corrections::page(&ctx.tx, Record::Treatment(&treatment), page, &path).await?;
    ctx.done(Subject::patient(treatment.patient_id).and(id), (headers, Json(addenda))).await
}

/// Adds a signed addendum to a treatment, which itself does not change.
#[utoipa::path(post, path = "/api/treatments/{id}/addenda", tag = "treatments", request_body = NewAddendum, params(("id" = i64, Path)), responses((status = CREATED, body = Addendum)))]
async fn add_treatment_addendum(
    ctx: Ctx<TreatmentCreate>,
    Path(id): Path<TreatmentId>,
    SentBack(new): SentBack<NewAddendum>,
) -> Result<Done<(StatusCode, Json<Addendum>)>> {
    let treatment = existing(&ctx.tx, id).await?;
    let row = corrections::add(&ctx.tx, &ctx.member, ctx.now, Record::Treatment(&treatment), new).await?;
    let subject = Subject::patient(treatment.patient_id).and(id).and(row.id);
    let subject = subject.signed("addendum", row.id, &row.content_digest);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// Voids a treatment: it stays in the history, and its points are reversed. Needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/treatments/{id}/void", tag = "treatments", params(("id" = i64, Path)), responses((status = OK, body = Treatment)))]
async fn void_treatment(
    ctx: Ctx<TreatmentVoid>,
    Path(id): Path<TreatmentId>,
    Json(new): Json<NewVoid>,
) -> Result<Done<Json<Treatment>>> {
    ctx.require_fresh_proof()?;
    let treatment = existing(&ctx.tx, id).await?;
    let record = Record::Treatment(&treatment);
    let void = corrections::void(&ctx.tx, ctx.access, &ctx.member, ctx.now, record, new).await?;
    loyalty::reverse_earned(&ctx.tx, id, ctx.member.id, ctx.now).await?;
    let team = Team::load(&ctx.tx).await?;
    let asker = Approver::for_member(&team, &ctx.member);
    let subject = Subject::patient(treatment.patient_id).and(id);
    let subject = subject.signed("record_void", void.id, &void.content_digest);
    let treatment = treatment_for(&ctx.tx, id, &asker, &team).await?;
    ctx.done(subject, Json(treatment)).await
}
