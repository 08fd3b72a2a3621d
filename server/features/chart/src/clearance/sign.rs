//! A prescriber signs an exam and decides about services. The signature and the decisions are inserted once.

use chrono::NaiveDate;
use entity::{
    clinic::{exam, exam_clearance, exam_signature, member},
    words::{ClearanceDecision, ExamMode},
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, EntityTrait, IntoActiveModel};

use super::{
    patient_clearance::Person,
    prescriber::Prescriber,
    settings,
    wire::{NewDecision, NewExamSignature},
};
use base::{
    date_format::short_date,
    error::{Error, OnConstraint, Result},
    local_time::months_after,
};
use http_api::signature::sha256;
use people::{
    corrections::{Record, refuse_voided},
    patients,
};
use practice::{
    services::{self, ChosenService},
    settings::current,
};
use tenancy::{ClinicTx, Member, Work};

/// Signs an exam.
///
/// Fails when the exam is voided, signed or too old, when the patient has reported a change since, when this member may not sign or not in this
/// mode, or when a decision is not possible.
pub async fn sign(
    work: Work<'_>,
    signer: &Member,
    exam: &exam::Model,
    new: NewExamSignature,
) -> Result<(exam_signature::Model, Vec<exam_clearance::Model>)> {
    let (tx, today) = (work.tx, work.today());
    // This locks the patient. Until the transaction ends, nobody voids the exam and nobody reports a change.
    refuse_voided(tx, Record::Exam(exam)).await?;
    refuse_changed(tx, exam).await?;
    let settings = settings::current(tx).await?;
    let row = member::Entity::find_by_id(signer.id).one(tx).await?.ok_or(Error::Forbidden)?;
    let prescriber = Prescriber::of_member(&row, &settings, today)?;
    if new.mode == ExamMode::Video && !settings.allows_video {
        let sentence = "The clinic's settings do not allow an exam by video. Examine the patient in person.";
        return Err(Error::conflict("video_not_allowed", sentence));
    }
    let last = last_day(work, exam).await?;
    if last < today {
        let sentence = "This exam is too old to clear anything. Record a new exam, then sign that one.";
        return Err(Error::conflict("exam_too_old", sentence));
    }
    let offered = services::treatments(tx).await?;
    let mut decisions = Vec::with_capacity(new.decisions.0.len());
    for decision in new.decisions.0 {
        decisions.push(decided(exam, &offered, decision, today, last)?);
    }
    let picture = new.signature.into_png();
    let mut signature = exam_signature::Model {
        exam_id: exam.id,
        signer_id: signer.id,
        credential: prescriber.credential,
        license_number: prescriber.license_number,
        license_state: prescriber.license_state,
        license_expires_on: prescriber.license_expires_on,
        mode: new.mode,
        patient_state: new.patient_state,
        signature_sha256: sha256(&picture),
        signature: picture,
        signed_at: work.now,
        signer: signer.signer(),
        content_digest: Vec::new(),
    };
    signature.content_digest = evidence::exam_signature(&signature, exam, &decisions).digest();
    insert(tx, signature, decisions).await
}

async fn insert(
    tx: &ClinicTx,
    signature: exam_signature::Model,
    decisions: Vec<exam_clearance::Model>,
) -> Result<(exam_signature::Model, Vec<exam_clearance::Model>)> {
    let signature = signature.into_active_model().insert(tx).await.on_constraint("exam_signature_pkey", || {
        let sentence = "This exam is signed already. Another decision needs a new exam.";
        Error::conflict("already_signed", sentence)
    })?;
    // Inserted one after the other, because the signature covers them in this order.
    let mut kept = Vec::with_capacity(decisions.len());
    for decision in decisions {
        kept.push(exam_clearance::ActiveModel { id: NotSet, ..decision.into_active_model() }.insert(tx).await?);
    }
    Ok((signature, kept))
}

async fn refuse_changed(tx: &ClinicTx, exam: &exam::Model) -> Result<()> {
    let person = patients::person(tx, exam.patient_id).await?;
    let changed = Person::load(tx, person.id).await?.changed;
    if changed.is_none_or(|change| change.reported_at < exam.created_at) {
        return Ok(());
    }
    let sentence = "Something has changed for the patient since this exam. Record a new exam, then sign that one.";
    Err(Error::conflict("changed_since_exam", sentence))
}

/// The last possible day of a clearance by this exam, according to the clinic's settings.
async fn last_day(work: Work<'_>, exam: &exam::Model) -> Result<NaiveDate> {
    let months = current(work.tx).await?.exam_valid_months;
    Ok(work.day_of(months_after(exam.created_at, months, work.zone())))
}

fn decided(
    exam: &exam::Model,
    offered: &[ChosenService],
    new: NewDecision,
    today: NaiveDate,
    last: NaiveDate,
) -> Result<exam_clearance::Model> {
    let refused = |words: String| Error::field("decisions", format!("{}: {words}", new.service.0));
    let service = offered.iter().find(|service| service.name == new.service.0);
    let service = service.ok_or_else(|| refused("is not one of the clinic's treatments".to_owned()))?;
    let valid_until = match (new.decision, new.valid_until) {
        (ClearanceDecision::Cleared, None) => Some(last),
        (ClearanceDecision::Cleared, Some(day)) if (today..=last).contains(&day.0) => Some(day.0),
        (ClearanceDecision::Cleared, Some(_)) => {
            return Err(refused(format!("must be valid until a day from today to {}", short_date(last))));
        }
        (_, None) => None,
        (_, Some(_)) => return Err(refused("is not cleared, so it is not valid until a day".to_owned())),
    };
    if new.decision != ClearanceDecision::Cleared && new.reason.is_none() {
        return Err(refused("say why the patient is not cleared".to_owned()));
    }
    let mut row = exam_clearance::Model {
        // Assigned by the database.
        id: 0,
        exam_id: exam.id,
        service_id: service.id,
        service: service.name.clone(),
        decision: new.decision,
        valid_until,
        reason: new.reason.map(|line| line.0),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::exam_clearance(&row).digest();
    Ok(row)
}
