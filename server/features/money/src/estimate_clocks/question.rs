//! A patient's question about the cost. Every such question is a request for an estimate.

use axum::http::StatusCode;
use entity::{
    clinic::{appointment, patient},
    ids::PatientId,
    words::ClockCause,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    clocks::{Start, closed_days, open_of_visit, start},
    coverage::read_coverage,
    due::when_asked,
    wire::{CostQuestion, PatientCoverage},
};
use base::{
    error::{Error, Result},
    permission::PatientUpdate,
};
use http_api::{Json, Path, state::App};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(note_cost_question))
}

/// Records that a patient asked about the cost; an estimate is due in three business days. An earlier question that is still open
/// stays unchanged. The deadline of the visit in question moves to the earlier of both days.
#[utoipa::path(post, path = "/api/patients/{id}/cost-questions", tag = "estimate-clocks", params(("id" = i64, Path)),
    responses((status = CREATED, body = PatientCoverage)))]
async fn note_cost_question(
    ctx: Ctx<PatientUpdate>,
    Path(id): Path<PatientId>,
    Json(new): Json<CostQuestion>,
) -> Result<Done<(StatusCode, Json<PatientCoverage>)>> {
    let tx = &ctx.tx;
    patients::existing(tx, id).await?;
    let visit = match new.appointment_id {
        Some(visit) => {
            let theirs = appointment::Column::PatientId.in_subquery(patient::Entity::ids_of(id));
            let visit = appointment::Entity::find_by_id(visit).filter(theirs).one(tx).await?;
            let visit = visit.ok_or_else(|| Error::field("appointment_id", "must be a visit of this client"))?;
            if visit.status.is_free() {
                return Err(Error::field("appointment_id", "must be a visit that is to take place"));
            }
            Some(visit)
        }
        None => None,
    };
    let today = ctx.today();
    let due_on = when_asked(today, &closed_days(tx, today).await?);
    let open = match &visit {
        Some(visit) => open_of_visit(tx, visit.id).await?,
        None => None,
    };
    if let Some(clock) = open {
        if clock.asked_at.is_none() {
            let sooner = due_on.min(clock.due_on);
            let mut row = clock.into_active_model();
            row.asked_at = Set(Some(ctx.now));
            row.due_on = Set(sooner);
            row.update(tx).await?;
        }
    } else {
        let patient = visit.as_ref().map_or(id, |visit| visit.patient_id);
        let by = Some(ctx.member.full_name());
        start(ctx.work(), patient, visit.as_ref(), Start { cause: ClockCause::Asked, at: ctx.now, by, due_on }).await?;
    }
    let answer = read_coverage(&ctx, id).await?;
    let subject = Subject::patient(id);
    let subject = visit.iter().fold(subject, |subject, visit| subject.and(visit.id));
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}
