//! What a patient says has changed since the exam. It takes every clearance back until an exam that was made later is signed.

use axum::http::StatusCode;
use entity::{
    clinic::health_change::{self, ActiveModel},
    ids::PatientId,
    words::Module,
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    api::of_patient,
    wire::{NewHealthChange, PatientClearance},
};
use crate::{
    features::{patients, settings::require_module},
    foundation::{
        error::Result,
        evidence,
        http::{Json, Path},
        permission::TreatmentCreate,
        state::App,
        tenancy::{Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(report_health_change))
}

/// Writes down what a patient says has changed since the exam, which takes every clearance back.
#[utoipa::path(post, path = "/api/patients/{id}/health-changes", tag = "clearance", params(("id" = i64, Path)), responses((status = CREATED, body = PatientClearance)))]
async fn report_health_change(
    ctx: Ctx<TreatmentCreate>,
    Path(id): Path<PatientId>,
    Json(new): Json<NewHealthChange>,
) -> Result<Done<(StatusCode, Json<PatientClearance>)>> {
    // Nobody signs an exam of this patient meanwhile.
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
    let answer = of_patient(&ctx.tx, &ctx.member, id, (ctx.now, ctx.clinic.time_zone)).await?;
    let subject = Subject::patient(id).and(row.id).signed("health_change", row.id, &row.content_digest);
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}
