//! The calls about treatments.

use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{Signer, treatment, treatment_approval},
    ids::{MemberId, PatientId, TreatmentId},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Query as Sql},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    approval::{self, Approver},
    page::{Page, Row, rows},
    record, returned, sql,
    team::{Team, unknown_member},
    wire::{Approval, NewTreatment, PendingTreatment, Treatment},
};
use crate::protocols;
use base::{
    error::{Error, Result},
    permission::{TreatmentApprove, TreatmentCreate, TreatmentList},
};
use contact::messages;
use http_api::{IfMatch, Json, Path, Query, fields::Quantity, page::MAX_LIMIT, signature::data_url, state::App};
use people::{
    corrections::{self, Corrections},
    patients,
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_treatments, create_treatment))
        .routes(routes!(list_pending_treatments))
        .routes(routes!(approve_treatment))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    #[param(value_type = i64)]
    #[serde(rename = "patientId")]
    patient_id: PatientId,
}

/// Lists a patient's treatments, newest first: 50 by default; a page has at most 1 MB. The Link header leads to the next page.
#[utoipa::path(get, path = "/api/treatments", tag = "treatments", params(Params, http_api::Page), responses((status = OK, body = Vec<Treatment>)))]
async fn list_treatments(
    ctx: Ctx<TreatmentList>,
    Query(params): Query<Params>,
    Query(page): Query<http_api::Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Treatment>>)>> {
    let page = Page::new(params.patient_id, page);
    let mut rows: Vec<Row> = page.rows().into_model().all(&ctx.tx).await?;
    if rows.is_empty() {
        // A patient with treatments exists; without treatments we check.
        patients::existing(&ctx.tx, params.patient_id).await?;
    }
    let headers = page.truncate(&mut rows)?;
    let team = Team::load(&ctx.tx).await?;
    let asker = Approver::for_member(&team, &ctx.member);
    let treatments = rows.into_iter().map(|row| to_wire(row, &asker, |id| team.name(id))).collect::<Result<_>>()?;
    ctx.done(Subject::patient(params.patient_id), (headers, Json(treatments))).await
}

/// The columns of a treatment in the list of those that need a director: no picture and no notes.
#[derive(FromQueryResult)]
struct PendingRow {
    id: TreatmentId,
    patient_id: PatientId,
    provider_id: MemberId,
    treatment_type: String,
    areas: Option<String>,
    signer: Option<Signer>,
    created_at: DateTime<Utc>,
}

/// The treatments that need a director, oldest first: not approved, not void, not left out by the clinic's share, and not
/// returned to their provider. Uses `not exists`, because a list of all approved treatments would be searched for each row once
/// it is too long for memory.
pub fn waiting() -> Select<treatment::Entity> {
    let approval = Sql::select()
        .expr(Expr::val(1))
        .from(treatment_approval::Entity)
        .and_where(
            Expr::col((treatment_approval::Entity, treatment_approval::Column::TreatmentId))
                .equals((treatment::Entity, treatment::Column::Id)),
        )
        .take();
    treatment::Entity::find()
        .select_only()
        .columns([
            treatment::Column::Id,
            treatment::Column::PatientId,
            treatment::Column::ProviderId,
            treatment::Column::TreatmentType,
            treatment::Column::Areas,
            treatment::Column::Signer,
            treatment::Column::CreatedAt,
        ])
        .filter(Expr::not_exists(approval))
        .filter(Expr::not_exists(corrections::void_of_treatment()))
        .filter(sql::is_selected().or(sql::was_returned()))
        .filter(sql::waits_for_provider().not())
        .order_by_asc(treatment::Column::CreatedAt)
        .order_by_asc(treatment::Column::Id)
        .limit(MAX_LIMIT)
}

/// Lists the treatments that need a director's approval, oldest first.
#[utoipa::path(get, path = "/api/treatments/pending", tag = "treatments", responses((status = OK, body = Vec<PendingTreatment>)))]
async fn list_pending_treatments(ctx: Ctx<TreatmentApprove>) -> Result<Done<Json<Vec<PendingTreatment>>>> {
    let rows = waiting().into_model::<PendingRow>().all(&ctx.tx).await?;
    let subject = Subject::patients(rows.iter().map(|row| row.patient_id));
    let of: Vec<_> = rows.iter().map(|row| row.patient_id).collect();
    let patients = patients::persons(&ctx.tx, of).await?;
    let team = Team::load(&ctx.tx).await?;
    let asker = Approver::for_member(&team, &ctx.member);
    let waiting = rows
        .into_iter()
        .map(|row| {
            let patient = patients.get(&row.patient_id).ok_or_else(unknown_member)?;
            let (may_approve, approval_refusal) = (asker.may_approve(row.provider_id), asker.refusal(row.provider_id));
            Ok(PendingTreatment {
                id: row.id,
                patient_id: patient.id,
                patient_name: patient.full_name(),
                treatment_type: row.treatment_type,
                areas: row.areas,
                provider_name: signed_by(row.signer, || team.name(row.provider_id))?,
                is_own: row.provider_id == ctx.member.id,
                may_approve,
                approval_refusal,
                created_at: row.created_at,
            })
        })
        .collect::<Result<_>>()?;
    ctx.done(subject, Json(waiting)).await
}

/// Records a treatment that the signed-in provider has given and signed.
#[utoipa::path(post, path = "/api/treatments", tag = "treatments", responses((status = CREATED, body = Treatment)))]
async fn create_treatment(
    ctx: Ctx<TreatmentCreate>,
    Json(new): Json<NewTreatment>,
) -> Result<Done<(StatusCode, Json<Treatment>)>> {
    let row = record::record(ctx.work(), &ctx.member, new).await?;
    messages::note_treatment(ctx.work(), &row).await?;
    let digest = row.content_digest.as_deref().unwrap_or_default();
    let mut subject = Subject::patient(row.patient_id).and(row.id).signed("treatment", row.id, digest);
    if let Some(lifted) = row.protocol_override_id {
        subject = subject.and(lifted);
    }
    let asker = Approver::of_own(&ctx.tx, &ctx.member).await?;
    // The member who calls is the provider of the treatment.
    let protocol = protocols::of_treatment(&ctx.tx, &row).await?;
    let version = returned::chart_version(&ctx.tx, row.id).await?;
    let corrections = Corrections::default();
    let row = Row { treatment: row, approval: None, corrections, adverse_events: 0, protocol, version };
    let treatment = to_wire(row, &asker, |_| Ok(ctx.member.full_name()))?;
    ctx.done(subject, (StatusCode::CREATED, Json(treatment))).await
}

/// Approves a treatment with the director's signature; needs a fresh proof of identity. With `If-Match` it approves only that
/// version of the chart.
#[utoipa::path(post, path = "/api/treatments/{id}/approve", tag = "treatments", params(("id" = i64, Path), IfMatch), responses((status = OK, body = Treatment)))]
async fn approve_treatment(
    ctx: Ctx<TreatmentApprove>,
    Path(id): Path<TreatmentId>,
    if_match: IfMatch,
    Json(approval): Json<Approval>,
) -> Result<Done<Json<Treatment>>> {
    ctx.require_fresh_proof()?;
    let row = existing(&ctx.tx, id).await?;
    if_match.require(returned::locked_version(&ctx.tx, &row.treatment).await?)?;
    let team = Team::load(&ctx.tx).await?;
    let asker = Approver::for_member(&team, &ctx.member);
    let approval = approval::approve(&ctx.tx, &asker, ctx.now, &row.treatment, approval.director_signature).await?;
    let digest = approval.content_digest.as_deref().unwrap_or_default();
    let subject = Subject::patient(row.treatment.patient_id).and(id).signed("treatment_approval", id, digest);
    let treatment = to_wire(Row { approval: Some(approval), ..row }, &asker, |id| team.name(id))?;
    ctx.done(subject, Json(treatment)).await
}

/// The treatment with this id, with all columns read with it.
async fn existing(tx: &ClinicTx, id: TreatmentId) -> Result<Row> {
    rows().filter(treatment::Column::Id.eq(id)).into_model().one(tx).await?.ok_or(Error::NotFound)
}

/// One treatment as the list shows it.
///
/// # Errors
/// [`Error::NotFound`] if the clinic has no such treatment.
pub(crate) async fn treatment_for(tx: &ClinicTx, id: TreatmentId, asker: &Approver, team: &Team) -> Result<Treatment> {
    to_wire(existing(tx, id).await?, asker, |id| team.name(id))
}

fn to_wire(row: Row, asker: &Approver, name: impl Fn(MemberId) -> Result<String>) -> Result<Treatment> {
    let Row { treatment: row, approval, corrections, adverse_events, protocol, version } = row;
    let protocol = protocol.of(&row);
    let addenda = corrections.addenda;
    let voided = corrections.voided();
    let is_open = approval.is_none() && voided.is_none();
    let may_approve = is_open && asker.may_approve(row.provider_id);
    let approval_refusal = asker.refusal(row.provider_id).filter(|_| is_open);
    let director_name = approval
        .as_ref()
        .map(|approval| signed_by(approval.signer.clone(), || name(approval.director_id)))
        .transpose()?;
    Ok(Treatment {
        id: row.id,
        patient_id: row.patient_id,
        treatment_type: row.treatment_type,
        areas: row.areas,
        notes: row.notes,
        units: row.units.map(Quantity),
        lot: row.lot,
        volumes_ml: row.volumes_ml,
        provider_id: row.provider_id,
        provider_name: signed_by(row.signer, || name(row.provider_id))?,
        provider_signature: data_url(&row.provider_signature),
        director_signature: approval.as_ref().map(|approval| data_url(&approval.director_signature)),
        director_name,
        approved_at: approval.map(|approval| approval.approved_at),
        may_approve,
        approval_refusal,
        may_void: voided.is_none() && asker.may_void(row.provider_id),
        voided,
        addenda,
        adverse_events,
        created_at: row.created_at,
        clearance: row.clearance,
        protocol,
        version,
    })
}

/// The name at the time of signing; `today` gives the name for rows from before names were stored.
fn signed_by(signer: Option<Signer>, today: impl FnOnce() -> Result<String>) -> Result<String> {
    signer.map_or_else(today, |signer| Ok(signer.name))
}
