//! A prescriber signs an exam and decides about services. Both are inserted once.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{exam, exam_clearance, exam_signature, member},
    words::{ClearanceDecision, ExamMode},
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, EntityTrait, IntoActiveModel};

use super::{
    person::Person,
    prescriber::Prescriber,
    settings,
    wire::{NewDecision, NewExamSignature},
};
use crate::{
    features::{
        corrections::{Record, refuse_voided},
        patients,
        services::{self, ChosenService},
        settings::current,
    },
    foundation::{
        date_format::short_date,
        error::{Error, OnConstraint, Result},
        evidence,
        http::signature::sha256,
        local_time::months_after,
        tenancy::{ClinicTx, Member},
    },
};

/// Signs an exam.
///
/// # Errors
/// When the exam was voided or signed, is too old, or something has changed since it; when this member may not sign, or not so;
/// when a decision cannot be made.
pub async fn sign(
    tx: &ClinicTx,
    signer: &Member,
    (now, zone): (DateTime<Utc>, Tz),
    exam: &exam::Model,
    new: NewExamSignature,
) -> Result<(exam_signature::Model, Vec<exam_clearance::Model>)> {
    // Until the transaction ends, nobody voids it and nobody reports a change.
    refuse_voided(tx, Record::Exam(exam)).await?;
    refuse_changed(tx, exam).await?;
    let today = now.with_timezone(&zone).date_naive();
    let settings = settings::current(tx, now).await?;
    let row = member::Entity::find_by_id(signer.id).one(tx).await?.ok_or(Error::Forbidden)?;
    let prescriber = Prescriber::of_member(&row, &settings, today)?;
    if new.mode == ExamMode::Video && !settings.allows_video {
        let sentence = "The clinic's settings do not allow an exam by video. Examine the patient in person.";
        return Err(Error::conflict("video_not_allowed", sentence));
    }
    let last = last_day(tx, exam, zone).await?;
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
        signed_at: now,
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
    // One after the other: the signature covers them in this order.
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

/// The last day on which a decision with this exam may count, by the clinic's settings.
async fn last_day(tx: &ClinicTx, exam: &exam::Model, zone: Tz) -> Result<NaiveDate> {
    let months = current(tx).await?.exam_valid_months;
    Ok(months_after(exam.created_at, months, zone).with_timezone(&zone).date_naive())
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
