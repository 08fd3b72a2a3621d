//! What a treatment needs while the clinic clears service by service.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    ids::{ExamId, PatientId},
    words::{ClearanceStatus, Uncleared},
};

use super::{
    person::{Decision, Person},
    settings,
};
use crate::{
    features::services::ChosenService,
    foundation::{
        date_format::short_date,
        error::{Error, Result},
        tenancy::ClinicTx,
    },
};

/// What a treatment records about its clearance.
#[derive(Debug, Clone, Copy)]
pub struct Gate {
    /// The exam that cleared the service; where none did, the newest one.
    pub exam_id: ExamId,
    pub status: ClearanceStatus,
    /// What the patient said about changes since the exam.
    pub changed: bool,
}

/// Whether a patient may be treated with a service. `newest` is the patient's newest exam, `changed` the answer to "Anything changed
/// since?".
///
/// # Errors
/// When the question was not asked, a change was not written down, or the patient is not cleared and the clinic's settings refuse
/// that.
pub async fn require_cleared(
    tx: &ClinicTx,
    patient: PatientId,
    service: &ChosenService,
    (newest, changed): (ExamId, Option<bool>),
    (now, zone): (DateTime<Utc>, Tz),
) -> Result<Gate> {
    let changed =
        changed.ok_or_else(|| Error::field("changed_since_exam", "Ask whether anything has changed since the exam"))?;
    let person = Person::load(tx, patient).await?;
    if changed && !person.is_reopened() {
        let sentence =
            "Write down what has changed first. The exam is then open again until a prescriber has signed a new one.";
        return Err(Error::conflict("change_not_recorded", sentence));
    }
    let status = person.status(service, now.with_timezone(&zone).date_naive());
    let decision = person.decision(service);
    if status.clears() {
        return Ok(Gate { exam_id: decision.map_or(newest, |decision| decision.row.exam_id), status, changed });
    }
    if settings::current(tx, now).await?.uncleared == Uncleared::Block {
        let sentence = format!("The patient is not cleared for {}: {}", service.name, cause(status, decision));
        return Err(Error::conflict("not_cleared", sentence));
    }
    Ok(Gate { exam_id: newest, status, changed })
}

/// Why a service is not cleared, and what to do.
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
