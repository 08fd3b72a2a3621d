//! Reporting an adverse event. The clinic's directors are told at once.

use axum::http::StatusCode;
use chrono::NaiveDate;
use entity::{
    clinic::{
        adverse_event::{ActiveModel, Model},
        patient, treatment,
    },
    ids::TreatmentId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, EntityTrait, IntoActiveModel};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    jobs::tell_directors,
    of_patient,
    wire::{AdverseEvent, NewAdverseEvent},
};
use base::{
    error::{Error, Result},
    permission::AdverseEventCreate,
};
use http_api::{Json, fields::Day, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(report_adverse_event))
}

/// Reports an adverse event. Every active Medical Director gets a mail that names nobody.
#[utoipa::path(post, path = "/api/adverse-events", tag = "adverse-events", responses((status = CREATED, body = AdverseEvent)))]
async fn report_adverse_event(
    ctx: Ctx<AdverseEventCreate>,
    Json(new): Json<NewAdverseEvent>,
) -> Result<Done<(StatusCode, Json<AdverseEvent>)>> {
    // Locked, so that nobody merges this patient meanwhile.
    let person = patients::locked_person(&ctx.tx, new.patient_id).await?;
    patients::existing(&ctx.tx, new.patient_id).await?;
    let today = ctx.today();
    if new.began_on.0 > today {
        return Err(Error::field("began_on", "must not be in the future"));
    }
    refuse_past(new.follow_up_on, today)?;
    if let Some(id) = new.treatment_id {
        require_treatment_of(&ctx.tx, id, &person).await?;
    }
    let mut row = Model {
        // Assigned by the database.
        id: 0.into(),
        patient_id: person.id,
        treatment_id: new.treatment_id,
        began_on: new.began_on.0,
        kind: new.kind,
        details: new.details.0,
        severity: new.severity,
        action: new.action.0,
        follow_up_on: new.follow_up_on.map(|Day(day)| day),
        reported_by: ctx.member.id,
        reported_at: ctx.now,
        signer: ctx.member.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::adverse_event(&row).digest();
    let row = ActiveModel { id: NotSet, ..row.into_active_model() }.insert(&ctx.tx).await?;
    tell_directors(ctx.work(), row.id, None).await?;
    let subject = Subject::patient(person.id).and(row.id).signed("adverse_event", row.id, &row.content_digest);
    let event = of_patient::one(&ctx.tx, &ctx.member, row.id).await?;
    ctx.done(subject, (StatusCode::CREATED, Json(event))).await
}

///
/// Fails when the day of the next follow-up is in the past.
pub(super) fn refuse_past(follow_up_on: Option<Day>, today: NaiveDate) -> Result<()> {
    match follow_up_on {
        Some(Day(day)) if day < today => Err(Error::field("follow_up_on", "must not be in the past")),
        _ => Ok(()),
    }
}

async fn require_treatment_of(tx: &ClinicTx, id: TreatmentId, person: &patient::Model) -> Result<()> {
    let other = || Error::field("treatment_id", "must be a treatment of this client");
    let treatment = treatment::Entity::find_by_id(id).one(tx).await?.ok_or_else(other)?;
    let of = patients::person(tx, treatment.patient_id).await?;
    if of.id == person.id { Ok(()) } else { Err(other()) }
}
