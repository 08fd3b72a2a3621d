//! A patient's answer about an appointment through the link in a message, without a session.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::appointment,
    ids::AppointmentId,
    words::AppointmentStatus::{Booked, Cancelled, Confirmed},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    change::{locked, touch},
    events, transitions,
};
use crate::{
    features::{
        estimate_clocks,
        messages::{self, AnnouncedStart},
    },
    foundation::{
        error::{Error, Result},
        http::{
            IfMatch,
            fields::{Field, choice},
        },
        tenancy::ClinicTx,
    },
};

/// Who acts, as the staff read it.
const ACTOR: &str = "The patient, by link";
const CANCELLED: &str = "Cancelled by the patient";
const ASKED: &str = "Asked for another time";

/// What a patient answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VisitAnswer {
    Confirm,
    /// Another time is wanted; the clinic calls back.
    Reschedule,
    Cancel,
}

impl Field for VisitAnswer {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

/// Applies the patient's answer, where the staff could make the same change. Repeating an answer changes nothing. The
/// appointment's history has a note of it.
///
/// # Errors
/// When the appointment is gone, has begun or is over, or is not the version that the patient saw.
pub async fn answer_by_link(
    tx: &ClinicTx,
    (clinic, zone, now): (Uuid, Tz, DateTime<Utc>),
    id: AppointmentId,
    if_match: &IfMatch,
    (answer, note): (VisitAnswer, Option<String>),
) -> Result<appointment::Model> {
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
    touch(&mut changed, &row, (None, ACTOR.to_owned()), now);
    let after = changed.update(tx).await?;
    events::append_by(tx, id, (None, ACTOR.to_owned()), now, event).await?;
    if after.status == Cancelled {
        estimate_clocks::follow(tx, (zone, now, None), Some(&row), &after).await?;
        messages::note_change(tx, clinic, now, AnnouncedStart::from_model(&row), &after).await?;
    }
    Ok(after)
}
