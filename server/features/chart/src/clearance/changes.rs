//! Changes that a patient reports since the exam. Such a change suspends every clearance until a later exam is signed.

use axum::http::StatusCode;
use entity::{
    clinic::health_change::{self, ActiveModel},
    ids::PatientId,
    words::Module,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, EntityTrait, IntoActiveModel, QuerySelect, QueryTrait,
    sea_query::SelectStatement,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::of_patient,
    wire::{NewHealthChange, PatientClearance},
};
use base::{error::Result, permission::TreatmentCreate};
use http_api::{Json, Path, state::App};
use people::patients;
use practice::settings::require_module;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(report_health_change))
}

/// Records a change that a patient reports since the exam. It suspends every clearance.
#[utoipa::path(post, path = "/api/patients/{id}/health-changes", tag = "clearance", params(("id" = i64, Path)), responses((status = CREATED, body = PatientClearance)))]
async fn report_health_change(
    ctx: Ctx<TreatmentCreate>,
    Path(id): Path<PatientId>,
    Json(new): Json<NewHealthChange>,
) -> Result<Done<(StatusCode, Json<PatientClearance>)>> {
    // Locked, so that nobody signs an exam of this patient meanwhile.
    let patient = patients::locked_person(&ctx.tx, id).await?;
    require_module(&ctx.tx, Module::Clearance).await?;
    patients::existing(&ctx.tx, id).await?;
    let mut row = health_change::Model {
        // Assigned by the database.
        id: 0,
        patient_id: patient.id,
        details: new.details.0,
        reported_by: ctx.member.id,
        reported_at: ctx.now,
        signer: ctx.member.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::health_change(&row).digest();
    let row = ActiveModel { id: NotSet, ..row.into_active_model() }.insert(&ctx.tx).await?;
    let answer = of_patient(ctx.work(), &ctx.member, id).await?;
    let subject = Subject::patient(id).and(row.id).signed("health_change", row.id, &row.content_digest);
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}

/// Selects what patients said has changed since their exams, as entries of charts: the patient and the time.
pub fn chart_entries() -> SelectStatement {
    use health_change::{Column, Entity};
    Entity::find().select_only().column(Column::PatientId).column_as(Column::ReportedAt, "at").into_query()
}
