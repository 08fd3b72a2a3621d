//! The calls about signatures on exams, and about the services for which a patient is cleared.

use axum::http::StatusCode;
use entity::{
    clinic::{exam, exam_clearance, exam_signature, member},
    ids::{ExamId, PatientId},
    words::Module,
};
use sea_orm::EntityTrait;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    patient_clearance::Person,
    prescriber::Prescriber,
    settings, sign, status,
    wire::{ExamSignature, NewExamSignature, PatientClearance, ServiceClearance, Signing, WaitingExam},
};
use base::{
    error::{Error, Result},
    permission::{ExamRead, ExamSign},
};
use http_api::{Json, Path, state::App};
use people::patients;
use practice::{
    services::{self, ChosenService},
    settings::{current, require_module},
};
use tenancy::{ClinicTx, Ctx, Done, Member, Subject, Work};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_clearance)).routes(routes!(show_exam_signature, sign_exam))
}

/// Shows the services for which a patient is cleared.
#[utoipa::path(get, path = "/api/patients/{id}/clearance", tag = "clearance", params(("id" = i64, Path)), responses((status = OK, body = PatientClearance)))]
async fn show_clearance(ctx: Ctx<ExamRead>, Path(id): Path<PatientId>) -> Result<Done<Json<PatientClearance>>> {
    patients::existing(&ctx.tx, id).await?;
    let answer = of_patient(ctx.work(), &ctx.member, id).await?;
    ctx.done(Subject::patient(id), Json(answer)).await
}

/// Shows a prescriber's signature on an exam. Null if there is none.
#[utoipa::path(get, path = "/api/gfe/exams/{id}/signature", tag = "clearance", params(("id" = i64, Path)), responses((status = OK, body = Option<ExamSignature>)))]
async fn show_exam_signature(ctx: Ctx<ExamRead>, Path(id): Path<ExamId>) -> Result<Done<Json<Option<ExamSignature>>>> {
    let exam = existing(&ctx.tx, id).await?;
    let signature = match exam_signature::Entity::find_by_id(id).one(&ctx.tx).await? {
        Some(row) => {
            let decisions = exam_clearance::Entity::of_exam(id).all(&ctx.tx).await?;
            Some(ExamSignature::from_model(row, decisions))
        }
        None => None,
    };
    ctx.done(Subject::patient(exam.patient_id).and(id), Json(signature)).await
}

/// Signs an exam and decides about services. Needs a fresh proof of identity.
#[utoipa::path(post, path = "/api/gfe/exams/{id}/signature", tag = "clearance", params(("id" = i64, Path)), responses((status = CREATED, body = ExamSignature)))]
async fn sign_exam(
    ctx: Ctx<ExamSign>,
    Path(id): Path<ExamId>,
    Json(new): Json<NewExamSignature>,
) -> Result<Done<(StatusCode, Json<ExamSignature>)>> {
    ctx.require_fresh_proof()?;
    let exam = existing(&ctx.tx, id).await?;
    require_module(&ctx.tx, Module::Clearance).await?;
    let (signature, decisions) = sign::sign(ctx.work(), &ctx.member, &exam, new).await?;
    let subject = Subject::patient(exam.patient_id).and(id);
    let subject = subject.signed("exam_signature", id, &signature.content_digest);
    ctx.done(subject, (StatusCode::CREATED, Json(ExamSignature::from_model(signature, decisions)))).await
}

async fn existing(tx: &ClinicTx, id: ExamId) -> Result<exam::Model> {
    exam::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)
}

/// The services for which a patient is cleared, as this member sees them.
pub(super) async fn of_patient(work: Work<'_>, reader: &Member, patient: PatientId) -> Result<PatientClearance> {
    let (tx, today) = (work.tx, work.today());
    let on = work.tx.has_module(Module::Clearance).await?;
    let settings = settings::current(tx).await?;
    let row = member::Entity::find_by_id(reader.id).one(tx).await?.ok_or(Error::Forbidden)?;
    let signing = Signing {
        refusal: Prescriber::of_member(&row, &settings, today).err(),
        credential: row.credential,
        license_state: row.license_state,
        license_expires_on: row.license_expires_on,
        allows_video: settings.allows_video,
        valid_months: current(tx).await?.exam_valid_months,
    };
    let mut answer = PatientClearance {
        on,
        uncleared: settings.uncleared,
        services: Vec::new(),
        changed: None,
        waiting: None,
        signing,
    };
    if !on {
        return Ok(answer);
    }
    let person = Person::load(tx, patient).await?;
    let offered = services::treatments(tx).await?;
    answer.services = offered.into_iter().map(|service| of_service(&person, service, today)).collect();
    answer.waiting = person.newest.as_ref().filter(|exam| exam.is_unsigned()).map(|exam| WaitingExam {
        exam_id: exam.id,
        examiner_name: exam.examiner(),
        created_at: exam.created_at,
    });
    if person.is_reopened() {
        answer.changed = person.changed.map(Into::into);
    }
    Ok(answer)
}

fn of_service(person: &Person, service: ChosenService, today: chrono::NaiveDate) -> ServiceClearance {
    let status = person.status(&service, today);
    let decision = person.decision(&service);
    let valid_until = decision.and_then(|decision| decision.row.valid_until);
    ServiceClearance {
        service_id: service.id,
        service: service.name,
        status,
        decision: decision.map(|decision| decision.row.decision),
        valid_until,
        days_left: status::days_left(valid_until, today),
        reason: decision.and_then(|decision| decision.row.reason.clone()),
        exam_id: decision.map(|decision| decision.row.exam_id),
        signed_by: decision.map(|decision| decision.signer.name.clone()),
        credential: decision.map(|decision| decision.credential),
        signed_at: decision.map(|decision| decision.signed_at),
    }
}
