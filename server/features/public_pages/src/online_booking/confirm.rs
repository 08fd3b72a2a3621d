//! Booking a held time: with the right code and the accepted policy, in one transaction.

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
    request_job::notify_desk,
    settings::{self, policy},
    times::choice,
};
use base::{
    date_format::{full_date, time_at, zone_name},
    error::{Error, Result},
};
use contact::messages::visit_link;
use http_api::{
    Json, Path,
    fields::{Email, Line, Name, Phone},
    state::App,
};
use people::patients::{self, OnlineContact};
use practice::{
    billing::{self, Billing},
    settings::IntegerBetween,
};
use tenancy::{ClinicTx, Done, Subject, Visitor};
use visits::appointments::{OnlineVisit, Slot, book_online};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(confirm_booking))
}

/// The longest note, which is read in the calendar.
const LONGEST_NOTE: usize = 150;

/// The person who books, with the code that was sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmBooking {
    first_name: Name,
    last_name: Name,
    code: Line,
    /// The version of the policy that was accepted; required if the clinic has one.
    #[schema(value_type = Option<i32>, minimum = 1)]
    policy_version: Option<IntegerBetween<1, { i32::MAX }>>,
    /// At most 150 characters.
    note: Option<Line>,
}

/// The booked or requested visit.
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
    provider_name: Option<String>,
    /// The path of the patient's own page about the visit.
    visit_path: String,
    /// The path of the visit as a calendar file.
    file_path: String,
}

/// Books a held time, completely or not at all. If the desk has booked the time meanwhile, the call is refused (409
/// `slot_taken`), and the same code can book another time. A code can be tried five times.
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
    let settings = settings::current(&tx).await?;
    let accepted = policy(&tx, &settings).await?;
    check_policy(accepted.as_ref(), given.policy_version.map(|version| version.0))?;
    if !try_code(visitor.work(&tx), &app.master, &row, &given.code.0).await? {
        // Commits the try, so that it counts.
        visitor.keep(tx).await?;
        return Err(Error::field("code", "is not right. Please look at it again"));
    }
    let contact = contact(&row)?;
    lift_mail_stop(&tx, &contact).await?;
    let names = (given.first_name, given.last_name);
    let left = billing::patients_left(visitor.work(&tx), app.part::<Billing>().enforcement).await?;
    let (patient, is_new) = patients::find_or_add(&tx, contact, names, now).await?;
    if is_new && left == Some(0) {
        // Does not state the reason, which is the clinic's own affair.
        let sentence = "New clients cannot be booked online just now. Please call the clinic.";
        return Err(Error::conflict("no_new_clients", sentence));
    }
    let visit = visit(&tx, &settings, &row, patient, given.note.map(|Line(note)| note)).await?;
    let booked = book_online(visitor.work(&tx), &visit).await.map_err(|error| match error {
        Error::Conflict { code: "double_booked", .. } => taken(),
        other => other,
    })?;
    use_hold(&tx, row, booked.id, is_new, accepted, now).await?;
    if visit.is_request {
        let news = NotifyBookingAnswer { appointment: booked.id, patient: visit.patient.id };
        outbox::enqueue(&tx, visitor.clinic.id, now, &news).await?;
        notify_desk(&tx, visitor.clinic.id, now, booked.id).await?;
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

/// Stores how the visit was booked and which policy was accepted, and ends the hold.
async fn use_hold(
    tx: &ClinicTx,
    row: booking_hold::Model,
    booked: AppointmentId,
    is_new_patient: bool,
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

/// Checks that the present policy was accepted.
///
/// Fails if the clinic's present policy is not accepted.
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

/// Lifts the stop after a bounced mail: the code has arrived at this address, so mails about the visit will too.
async fn lift_mail_stop(tx: &ClinicTx, contact: &OnlineContact) -> Result<()> {
    use mail_stop::{Column, Entity};
    let OnlineContact::Email(Email(address)) = contact else { return Ok(()) };
    let returned = Entity::delete_many()
        .filter(Column::Address.eq(Entity::key(address)))
        .filter(Column::Reason.eq(MailStopReason::Returned));
    returned.exec(tx).await?;
    Ok(())
}

/// The contact that the code has confirmed.
fn contact(row: &booking_hold::Model) -> Result<OnlineContact> {
    let lost = || Error::Internal("a hold with a code has no contact".into());
    let contact = row.contact.clone().ok_or_else(lost)?;
    match row.channel.ok_or_else(lost)? {
        MessageChannel::Email => Ok(OnlineContact::Email(Email(contact))),
        MessageChannel::Text => Ok(OnlineContact::Phone(Phone(contact))),
    }
}

/// The held visit, if it is still offered.
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
