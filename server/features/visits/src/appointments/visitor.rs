//! A patient's answer to a visit by the link in a message, without a session.

use chrono::{DateTime, Utc};
use entity::{
    clinic::appointment,
    ids::AppointmentId,
    words::AppointmentStatus::{Booked, Cancelled, Confirmed},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    change::{locked, touch},
    events::{self, Actor},
    plan::{Plan, differences, places},
    proposal::Proposal,
    reserve_slot::{map_conflict, reserve_slot},
    slot::{self, Slot},
    transitions,
};
use base::error::{Error, Result};
use contact::messages::{self, AnnouncedStart};
use http_api::IfMatch;
use money::estimate_clocks;
use people::patients;
use tenancy::{Change, ClinicTx, Work};

/// The actor's name in the history.
const ACTOR: &str = "The patient, by link";
const CANCELLED: &str = "Cancelled by the patient";
const ASKED: &str = "Asked for another time";

/// A patient's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VisitAnswer {
    Confirm,
    /// The patient wants another time. The clinic calls back.
    Reschedule,
    Cancel,
}

/// Applies the patient's answer, if the staff could make the same change. Repeating an answer changes nothing. The
/// answer is an event in the appointment's history.
///
/// Fails when the appointment is gone, has begun or is over, or is not the version that the patient saw.
pub async fn answer_by_link(
    work: Work<'_>,
    id: AppointmentId,
    if_match: &IfMatch,
    answer: VisitAnswer,
    note: Option<String>,
) -> Result<appointment::Model> {
    let Work { tx, now, .. } = work;
    let row = locked(tx, id).await?;
    if_match.require(row.version)?;
    let is_open = matches!(row.status, Booked | Confirmed) && now < row.starts_at;
    if !is_open {
        let sentence = "This appointment can no longer be changed here. Please contact the clinic.";
        return Err(Error::conflict("appointment_is_over", sentence));
    }
    let said = |words: &str| note.as_ref().map_or_else(|| words.to_owned(), |note| format!("{words}: {note}"));
    let mut changed = row.clone().into_active_model();
    let event = match answer {
        VisitAnswer::Confirm if row.status == Confirmed => return Ok(row),
        VisitAnswer::Confirm if row.requested_at.is_some() => {
            let sentence = "The clinic has not answered this request yet.";
            return Err(Error::conflict("not_answered", sentence));
        }
        VisitAnswer::Confirm => {
            transitions::check(row.status, Confirmed, row.starts_at, now)?;
            changed.status = Set(Confirmed);
            changed.status_at = Set(Some(now));
            changed.move_asked_at = Set(None);
            events::status(row.status, Confirmed, note)
        }
        VisitAnswer::Reschedule => {
            changed.move_asked_at = Set(Some(now));
            events::noted(said(ASKED))
        }
        VisitAnswer::Cancel => {
            transitions::check(row.status, Cancelled, row.starts_at, now)?;
            changed.status = Set(Cancelled);
            changed.status_at = Set(Some(now));
            changed.cancel_reason = Set(Some(CANCELLED.to_owned()));
            changed.requested_at = Set(None);
            changed.move_asked_at = Set(None);
            events::status(row.status, Cancelled, Some(said(CANCELLED)))
        }
    };
    touch(&mut changed, &row, Actor::patient(ACTOR), now);
    let after = changed.update(tx).await?;
    events::append(tx, id, Actor::patient(ACTOR), now, event).await?;
    if after.status == Cancelled {
        estimate_clocks::follow(work, Some(&row), &after).await?;
    }
    // Reminders wait as long as the patient's request for another time is open.
    if after.status == Cancelled || after.move_asked_at.is_some() != row.move_asked_at.is_some() {
        messages::note_change(work, AnnouncedStart::from_model(&row), &after).await?;
    }
    Ok(after)
}

/// The visit behind a link.
///
/// # Errors
/// [`Error::NotFound`] if the visit is gone.
pub async fn visit_of_link(tx: &ClinicTx, id: AppointmentId) -> Result<appointment::Model> {
    appointment::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)
}

/// The visit behind a link, locked until the transaction ends.
pub async fn seen_by_link(tx: &ClinicTx, id: AppointmentId, if_match: &IfMatch) -> Result<appointment::Model> {
    let row = locked(tx, id).await?;
    if_match.require(row.version)?;
    Ok(row)
}

/// Moves a visit to a time that its patient has chosen, with the rules of the desk. A move that the desk would have to confirm is
/// refused, because a patient cannot confirm it. Also returns the changes for the activity log.
///
/// # Errors
/// `slot_taken` if the time is not free for this patient, this provider and this room.
pub async fn move_by_link(
    work: Work<'_>,
    row: appointment::Model,
    starts_at: DateTime<Utc>,
) -> Result<(appointment::Model, Vec<Change>)> {
    let Work { tx, now, .. } = work;
    transitions::check_movable(row.status)?;
    let patient = patients::person(tx, row.patient_id).await?;
    let before = Plan::current(tx, &row).await?;
    let slot = Slot { starts_at, ends_at: starts_at + (row.ends_at - row.starts_at) };
    let plan = Plan { slot, ..Plan::current(tx, &row).await? };
    let proposal = Proposal {
        patient: &patient,
        provider: plan.provider,
        resource: plan.resource.as_ref(),
        service: plan.service_id,
        slot,
        allow_overlap: false,
        moved: Some(row.id),
    };
    reserve_slot(work, &proposal, Some(http_api::Confirmed::nothing())).await.map_err(not_free)?;
    // Checked again under the lock, because nobody else can claim the provider's time now.
    if let Some(provider) = plan.provider
        && slot::held_until(tx, provider, slot, now).await?.is_some()
    {
        return Err(time_taken());
    }
    let mut changed = row.clone().into_active_model();
    changed.starts_at = Set(slot.starts_at);
    changed.ends_at = Set(slot.ends_at);
    changed.allow_overlap = Set(false);
    changed.booked_anyway_by = Set(None);
    changed.booked_anyway_name = Set(None);
    changed.move_asked_at = Set(None);
    touch(&mut changed, &row, Actor::patient(ACTOR), now);
    let after = map_conflict(changed.update(tx).await, plan.resource.as_ref()).map_err(not_free)?;
    estimate_clocks::follow(work, Some(&row), &after).await?;
    messages::note_change(work, AnnouncedStart::from_model(&row), &after).await?;
    let (from, to) = places(tx, &before, &plan).await?;
    let shown = differences(&from, &to);
    let event = events::moved(before.provider, from, to, Vec::new());
    events::append(tx, row.id, Actor::patient(ACTOR), now, event).await?;
    Ok((after, shown))
}

/// The refusal. It says nothing about other patients.
fn not_free(refused: Error) -> Error {
    match refused {
        Error::Conflict { .. } | Error::Unconfirmed(_) => time_taken(),
        other => other,
    }
}

pub fn time_taken() -> Error {
    Error::conflict("slot_taken", "This time cannot be taken any more. Please choose another one.")
}
