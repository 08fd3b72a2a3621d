//! Booking what is held: with the right code and the policy accepted, in one transaction.

use axum::extract::State;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{booking_hold, booking_policy, booking_setting, mail_stop, online_booking},
    ids::AppointmentId,
    words::{BookingMode, MailStopReason, MessageChannel},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    answer_job::NotifyBookingAnswer,
    code::try_code,
    enter::open,
    hold::{locked, require_live, taken},
    settings::{self, policy},
    times::choice,
};
use crate::{
    features::{
        appointments::{OnlineVisit, Slot, book_online},
        messages::visit_link,
        patients::{self, OnlineContact},
        settings::IntegerBetween,
    },
    foundation::{
        date_format::{full_date, time_at, zone_name},
        error::{Error, Result},
        http::{
            Json, Path, Payload,
            fields::{Email, Line, Name, Phone},
            optional,
        },
        jobs,
        state::App,
        tenancy::{ClinicTx, Done, Subject, Visitor},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(confirm_booking))
}

/// How long a note may be: it is read in the calendar.
const LONGEST_NOTE: usize = 150;

/// Who books, with the code that was sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmBooking {
    first_name: Name,
    last_name: Name,
    code: Line,
    /// The version of the policy that was accepted; required where the clinic has one.
    #[schema(value_type = Option<i32>, minimum = 1)]
    #[serde(default, deserialize_with = "optional")]
    policy_version: Option<IntegerBetween<1, { i32::MAX }>>,
    /// At most 150 characters.
    #[serde(default, deserialize_with = "optional")]
    note: Option<Line>,
}

impl Payload for ConfirmBooking {}

/// What was booked, or asked for.
#[derive(Debug, Serialize, ToSchema)]
struct BookedOnline {
    mode: BookingMode,
    clinic_name: String,
    service: String,
    starts_at: DateTime<Utc>,
    /// In the clinic's zone, in words: Tuesday, December 1, 2026.
    date: String,
    /// 9:30 AM EST
    time: String,
    #[schema(required)]
    provider_name: Option<String>,
    /// The path of the patient's own page about the visit.
    visit_path: String,
    /// The path of the visit as a calendar's file.
    file_path: String,
}

/// Books a held time. Everything happens or nothing: a time that the desk has booked meanwhile is refused (409 `slot_taken`), and the
/// same code books another one. A code can be tried five times.
#[utoipa::path(post, path = "/api/book/holds/{token}/confirm", tag = "booking", params(("token" = String, Path)),
    responses((status = OK, body = BookedOnline)))]
async fn confirm_booking(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    Json(given): Json<ConfirmBooking>,
) -> Result<Done<Json<BookedOnline>>> {
    let tx = open(&visitor).await?;
    let now = visitor.now;
    let row = locked(&tx, &token).await?;
    require_live(&row, now)?;
    if given.note.as_ref().is_some_and(|Line(note)| note.chars().count() > LONGEST_NOTE) {
        return Err(Error::field("note", "must be at most 150 characters"));
    }
    let settings = settings::current(&tx, now).await?;
    let accepted = policy(&tx, &settings).await?;
    check_policy(accepted.as_ref(), given.policy_version.map(|version| version.0))?;
    if !try_code(&tx, (&app.master, visitor.clinic.id), &row, &given.code.0, now).await? {
        // The try counts.
        visitor.keep(tx).await?;
        return Err(Error::field("code", "is not right. Please look at it again"));
    }
    let contact = contact(&row)?;
    lift_mail_stop(&tx, &contact).await?;
    let names = (given.first_name, given.last_name);
    let (patient, is_new) = patients::find_or_add(&tx, contact, names, now).await?;
    let visit = visit(&tx, &settings, &row, patient, given.note.map(|Line(note)| note)).await?;
    let place = (visitor.clinic.id, visitor.clinic.time_zone, now);
    let booked = book_online(&tx, place, &visit).await.map_err(|error| match error {
        Error::Conflict { code: "double_booked", .. } => taken(),
        other => other,
    })?;
    use_hold(&tx, row, (booked.id, is_new), accepted, now).await?;
    if visit.is_request {
        let news = NotifyBookingAnswer { appointment: booked.id, patient: visit.patient.id };
        jobs::enqueue(&tx, visitor.clinic.id, now, &news).await?;
    }
    let link = visit_link(&app, &tx, &visitor.clinic.subdomain, booked.id, now).await?;
    let token = link.rsplit('/').next().unwrap_or_default();
    let zone = visitor.clinic.time_zone;
    let answer = BookedOnline {
        mode: settings.mode,
        clinic_name: visitor.clinic.name.clone(),
        service: booked.service,
        starts_at: booked.starts_at,
        date: full_date(booked.starts_at, zone),
        time: format!("{} {}", time_at(booked.starts_at, zone), zone_name(booked.starts_at, zone)),
        provider_name: settings.chooses_provider.then(|| visit.provider.name.clone()),
        visit_path: format!("/portal/visit/{token}"),
        file_path: format!("/api/visit/{token}/file"),
    };
    let subject = Subject::patient(visit.patient.id).and(booked.id);
    visitor.done_by_patient(tx, subject, Json(answer)).await
}

/// Keeps how the visit was booked and which policy was accepted, and ends the hold.
///
/// # Errors
/// When the database is out of reach.
async fn use_hold(
    tx: &ClinicTx,
    row: booking_hold::Model,
    (booked, is_new_patient): (AppointmentId, bool),
    accepted: Option<booking_policy::Model>,
    now: DateTime<Utc>,
) -> Result<()> {
    let online = online_booking::ActiveModel {
        appointment_id: Set(booked),
        channel: Set(row.channel.unwrap_or(MessageChannel::Email)),
        is_new_patient: Set(is_new_patient),
        policy_version: Set(accepted.as_ref().map(|policy| policy.version)),
        policy_sha256: Set(accepted.map(|policy| policy.body_sha256)),
        accepted_at: Set(now),
        ..Default::default()
    };
    online.insert(tx).await?;
    let mut used = row.into_active_model();
    used.appointment_id = Set(Some(booked));
    used.released_at = Set(Some(now));
    used.contact = Set(None);
    used.code_nonce = Set(None);
    used.update(tx).await?;
    Ok(())
}

/// Checks that the current policy was accepted.
///
/// # Errors
/// When the clinic's policy is not accepted as it is now.
fn check_policy(policy: Option<&booking_policy::Model>, accepted: Option<i32>) -> Result<()> {
    let Some(policy) = policy else { return Ok(()) };
    match accepted {
        Some(version) if version == policy.version => Ok(()),
        Some(_) => {
            let sentence = "The clinic has changed its booking policy. Please read it again.";
            Err(Error::conflict("policy_changed", sentence))
        }
        None => Err(Error::field("policy_version", "The booking policy must be accepted")),
    }
}

/// Lifts the stop that a bounced mail has set: the code has arrived at this address, so mails about the visit will too.
async fn lift_mail_stop(tx: &ClinicTx, contact: &OnlineContact) -> Result<()> {
    use mail_stop::{Column, Entity};
    let OnlineContact::Email(Email(address)) = contact else { return Ok(()) };
    let returned = Entity::delete_many()
        .filter(Column::Address.eq(Entity::key(address)))
        .filter(Column::Reason.eq(MailStopReason::Returned));
    returned.exec(tx).await?;
    Ok(())
}

/// What the code has confirmed.
fn contact(row: &booking_hold::Model) -> Result<OnlineContact> {
    let lost = || Error::Internal("a hold with a code has no contact".into());
    let contact = row.contact.clone().ok_or_else(lost)?;
    match row.channel.ok_or_else(lost)? {
        MessageChannel::Email => Ok(OnlineContact::Email(Email(contact))),
        MessageChannel::Text => Ok(OnlineContact::Phone(Phone(contact))),
    }
}

/// The visit that is held, if it is still offered.
async fn visit(
    tx: &ClinicTx,
    settings: &booking_setting::Model,
    row: &booking_hold::Model,
    patient: entity::clinic::patient::Model,
    notes: Option<String>,
) -> Result<OnlineVisit> {
    let chosen = choice(tx, settings, &row.service, None).await?;
    let provider = chosen.providers.into_iter().find(|provider| provider.id == row.provider_id).ok_or_else(taken)?;
    Ok(OnlineVisit {
        patient,
        provider,
        service: chosen.service,
        slot: Slot { starts_at: row.starts_at, ends_at: row.ends_at },
        notes,
        is_request: settings.mode == BookingMode::Requested,
    })
}
