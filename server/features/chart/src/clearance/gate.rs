//! The check before a treatment while the clinic clears each service separately.

use entity::{
    ids::{ExamId, PatientId},
    words::{ClearanceStatus, Uncleared},
};

use super::{
    patient_clearance::{Decision, Person},
    settings,
};
use base::{
    date_format::short_date,
    error::{Error, Result},
};
use practice::services::ChosenService;
use tenancy::Work;

/// The facts about the clearance that a treatment records.
#[derive(Debug, Clone, Copy)]
pub struct Gate {
    /// The exam that cleared the service, or else the newest exam.
    pub exam_id: ExamId,
    pub status: ClearanceStatus,
    /// Whether the patient reported a change since the exam.
    pub changed: bool,
}

/// Checks whether a patient may be treated with a service. `newest` is the patient's newest exam, `changed` the answer to "Anything
/// changed since?".
///
/// Fails when the question was not asked, a change was not recorded, or the patient is not cleared and the clinic's settings refuse that.
pub async fn require_cleared(
    work: Work<'_>,
    patient: PatientId,
    service: &ChosenService,
    newest: ExamId,
    changed: Option<bool>,
) -> Result<Gate> {
    let changed =
        changed.ok_or_else(|| Error::field("changed_since_exam", "Ask whether anything has changed since the exam"))?;
    let person = Person::load(work.tx, patient).await?;
    if changed && !person.is_reopened() {
        let sentence =
            "Write down what has changed first. The exam is then open again until a prescriber has signed a new one.";
        return Err(Error::conflict("change_not_recorded", sentence));
    }
    let status = person.status(service, work.today());
    let decision = person.decision(service);
    if status.clears() {
        return Ok(Gate { exam_id: decision.map_or(newest, |decision| decision.row.exam_id), status, changed });
    }
    if settings::current(work.tx).await?.uncleared == Uncleared::Block {
        let sentence = format!("The patient is not cleared for {}: {}", service.name, cause(status, decision));
        return Err(Error::conflict("not_cleared", sentence));
    }
    Ok(Gate { exam_id: newest, status, changed })
}

/// The reason why a service is not cleared, and the remedy.
fn cause(status: ClearanceStatus, decision: Option<&Decision>) -> String {
    let ended = decision.and_then(|decision| decision.row.valid_until).map(short_date).unwrap_or_default();
    match status {
        ClearanceStatus::Expired => {
            format!("the clearance ended on {ended}. Record a new exam and have a prescriber sign it.")
        }
        ClearanceStatus::Waiting => "the exam waits for a prescriber's signature.".to_owned(),
        ClearanceStatus::Reopened => {
            "something has changed since the exam. Record a new exam and have a prescriber sign it.".to_owned()
        }
        ClearanceStatus::NotACandidate => "a prescriber has decided that the patient is not a candidate.".to_owned(),
        ClearanceStatus::Deferred => "a prescriber has deferred it.".to_owned(),
        ClearanceStatus::Missing | ClearanceStatus::Valid | ClearanceStatus::Expiring => {
            "no prescriber has cleared it. Have a prescriber sign an exam that does.".to_owned()
        }
    }
}
