//! Returning a treatment to its provider, withdrawing the return, and the provider's answer. The treatment itself never changes;
//! an addendum adds what is missing.

use axum::http::StatusCode;
use entity::{
    clinic::{treatment, treatment_approval, treatment_return, treatment_return_answer},
    ids::TreatmentId,
    words::ReturnAnswer,
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, EntityTrait, IntoActiveModel};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    absences,
    jobs::{ReviewNews, ReviewNewsKind},
};
use crate::treatments::{self, Approver, Team};
use base::{
    error::{Error, OnConstraint, Result},
    permission::{TreatmentApprove, TreatmentCreate},
};
use http_api::{Json, Path, fields::Note, state::App};
use people::corrections::{Record, refuse_voided};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(return_treatment))
        .routes(routes!(withdraw_return))
        .routes(routes!(resubmit_treatment))
}

/// Why a treatment is returned to its provider.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewReturn {
    /// Kept in the chart.
    comment: Note,
}

/// The withdrawal of a return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Withdrawal {
    reason: Option<Note>,
}

/// A provider's answer to a return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Resubmission {
    answer: Note,
}

async fn existing(tx: &ClinicTx, id: TreatmentId) -> Result<treatment::Model> {
    treatment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)
}

/// Locks the chart, and refuses a treatment that is void or approved.
async fn require_open(tx: &ClinicTx, treatment: &treatment::Model) -> Result<()> {
    refuse_voided(tx, Record::Treatment(treatment)).await?;
    match treatment_approval::Entity::find_by_id(treatment.id).one(tx).await? {
        Some(_) => Err(Error::conflict("already_approved", "This treatment is approved already.")),
        None => Ok(()),
    }
}

/// The return that the provider has not answered.
async fn open_return(tx: &ClinicTx, id: TreatmentId) -> Result<treatment_return::Model> {
    match treatments::last_return(tx, id).await? {
        Some((row, None)) => Ok(row),
        _ => Err(not_returned()),
    }
}

fn not_returned() -> Error {
    Error::conflict("not_returned", "This treatment does not wait for its provider any more.")
}

/// Returns a treatment to its provider and notifies the provider. It cannot be approved until the provider has answered.
#[utoipa::path(post, path = "/api/review/{id}/return", tag = "review", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn return_treatment(
    ctx: Ctx<TreatmentApprove>,
    Path(id): Path<TreatmentId>,
    Json(new): Json<NewReturn>,
) -> Result<Done<StatusCode>> {
    let treatment = existing(&ctx.tx, id).await?;
    let asker = Approver::for_member(&Team::load(&ctx.tx).await?, &ctx.member);
    if let Some(refusal) = asker.refusal(treatment.provider_id) {
        return Err(refusal.into());
    }
    require_open(&ctx.tx, &treatment).await?;
    let number = match treatments::last_return(&ctx.tx, id).await? {
        Some((_, None)) => {
            return Err(Error::conflict(
                "already_returned",
                "This treatment was returned already and waits for its provider.",
            ));
        }
        Some((last, Some(_))) => last.number + 1,
        None => 1,
    };
    let mut row = treatment_return::Model {
        // Assigned by the database.
        id: 0.into(),
        treatment_id: id,
        number,
        director_id: ctx.member.id,
        comment: new.comment.0,
        returned_at: ctx.now,
        signer: ctx.member.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::treatment_return(&row, &treatment).digest();
    let inserted = treatment_return::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(&ctx.tx).await;
    let row = inserted.on_constraint("treatment_return_once", || {
        Error::conflict("already_returned", "This treatment was returned already and waits for its provider.")
    })?;
    let news = ReviewNews { member: treatment.provider_id, treatment: id, news: ReviewNewsKind::Returned };
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &news).await?;
    let subject = Subject::patient(treatment.patient_id).and(id);
    let subject = subject.signed("treatment_return", row.id, &row.content_digest);
    ctx.done(subject, StatusCode::NO_CONTENT).await
}

/// Withdraws a return: a director can approve the treatment again, without an answer.
#[utoipa::path(post, path = "/api/review/{id}/withdraw", tag = "review", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn withdraw_return(
    ctx: Ctx<TreatmentApprove>,
    Path(id): Path<TreatmentId>,
    Json(withdrawal): Json<Withdrawal>,
) -> Result<Done<StatusCode>> {
    let treatment = existing(&ctx.tx, id).await?;
    let asker = Approver::for_member(&Team::load(&ctx.tx).await?, &ctx.member);
    if let Some(refusal) = asker.refusal(treatment.provider_id) {
        return Err(refusal.into());
    }
    let reason = withdrawal.reason.map(|reason| reason.0);
    let subject = answer(&ctx, &treatment, ReturnAnswer::Withdrawn, reason).await?;
    ctx.done(subject, StatusCode::NO_CONTENT).await
}

/// Answers a return: a director can approve the treatment again. Only its provider may answer.
#[utoipa::path(post, path = "/api/review/{id}/resubmit", tag = "review", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn resubmit_treatment(
    ctx: Ctx<TreatmentCreate>,
    Path(id): Path<TreatmentId>,
    Json(new): Json<Resubmission>,
) -> Result<Done<StatusCode>> {
    let treatment = existing(&ctx.tx, id).await?;
    if treatment.provider_id != ctx.member.id {
        return Err(Error::Refused {
            code: "not_the_provider",
            sentence: "Only the provider who recorded this treatment may answer. A director may take the return back.",
        });
    }
    let director = open_return(&ctx.tx, id).await?.director_id;
    let subject = answer(&ctx, &treatment, ReturnAnswer::Resubmitted, Some(new.answer.0)).await?;
    let today = ctx.today();
    for member in absences::in_place_of(&ctx.tx, director, today).await? {
        let news = ReviewNews { member, treatment: id, news: ReviewNewsKind::Resubmitted };
        outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &news).await?;
    }
    ctx.done(subject, StatusCode::NO_CONTENT).await
}

/// Ends the open return.
async fn answer<P>(
    ctx: &Ctx<P>,
    treatment: &treatment::Model,
    kind: ReturnAnswer,
    text: Option<String>,
) -> Result<Subject> {
    require_open(&ctx.tx, treatment).await?;
    let open = open_return(&ctx.tx, treatment.id).await?;
    let mut row = treatment_return_answer::Model {
        return_id: open.id,
        kind,
        member_id: ctx.member.id,
        text,
        answered_at: ctx.now,
        signer: ctx.member.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::treatment_return_answer(&row, &open).digest();
    let row =
        row.into_active_model().insert(&ctx.tx).await.on_constraint("treatment_return_answer_once", not_returned)?;
    let subject = Subject::patient(treatment.patient_id).and(treatment.id);
    Ok(subject.signed("treatment_return_answer", open.id, &row.content_digest))
}
