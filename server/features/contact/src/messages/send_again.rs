//! The list of messages that failed, and sending one of them again. If it is not known whether the message was sent, the member
//! who asks accepts that the patient may get it twice.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        message::{Column, Entity, Model},
        patient,
    },
    ids::{AppointmentId, ConsentId, PatientId},
    words::{MessageChannel, MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    after_treatments::TreatmentAftercare,
    consent_text::ConsentText,
    current::check_current,
    failed::{is_undelivered, is_under_way},
    forms::FormReminder,
    job::VisitMessages,
    reachability, settings,
};
use base::{
    error::{Error, Result},
    permission::{MessageRead, MessageSend},
};
use http_api::{Json, Path, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_failed_messages)).routes(routes!(send_message_again))
}

/// The list has no pages.
const LISTED_FOR: TimeDelta = TimeDelta::days(30);
const MAX_ROWS: u64 = 200;

/// A message that did not reach the patient.
#[derive(Debug, Serialize, ToSchema)]
struct FailedMessage {
    id: i64,
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    kind: MessageKind,
    channel: MessageChannel,
    /// `Failed` or `Bounced`; `Dropped` if the address gets no more mail or because of the quiet hours; `Waiting` if it should
    /// have been sent long ago.
    status: MessageStatus,
    reason: Option<MessageReason>,
    appointment_id: Option<AppointmentId>,
    /// Set for a reminder of a form.
    consent_id: Option<ConsentId>,
    /// When the visit starts, as the message says; for a reminder of a form, when the form was issued.
    starts_at: DateTime<Utc>,
    due_at: DateTime<Utc>,
    /// Whether sending it again makes sense: the visit has not begun or the message is not about a coming visit, and the patient
    /// has an address or number.
    can_be_sent: bool,
}

impl FailedMessage {
    fn new(row: &Model, person: &patient::Model, now: DateTime<Utc>) -> Self {
        Self {
            id: row.id,
            patient_id: person.id,
            first_name: person.first_name.clone(),
            last_name: person.last_name.clone(),
            kind: row.kind,
            channel: row.channel,
            status: row.status,
            reason: row.reason,
            appointment_id: row.appointment_id,
            consent_id: row.consent_id,
            starts_at: row.starts_at,
            due_at: row.due_at,
            can_be_sent: (row.status != MessageStatus::Dropped || row.reason == Some(MessageReason::QuietHours))
                && (row.kind.is_after_visit() || row.consent_id.is_some() || now < row.starts_at),
        }
    }
}

/// Lists the messages of the last 30 days that did not reach the patient, the latest first and at most 200: those that failed or
/// came back, those dropped because the address gets no more mail, and those that should have been sent three days ago.
#[utoipa::path(get, path = "/api/messages/failed", tag = "messages", responses((status = OK, body = Vec<FailedMessage>)))]
async fn list_failed_messages(ctx: Ctx<MessageRead>) -> Result<Done<Json<Vec<FailedMessage>>>> {
    let rows = Entity::find()
        .filter(is_undelivered(ctx.now))
        .filter(Column::DueAt.gt(ctx.now - LISTED_FOR))
        .order_by_desc(Column::DueAt)
        .order_by_desc(Column::Id)
        .limit(MAX_ROWS)
        .all(&ctx.tx)
        .await?;
    let persons = patients::persons(&ctx.tx, rows.iter().map(|row| row.patient_id)).await?;
    let of_person = |row: &Model| persons.get(&row.patient_id).map(|person| FailedMessage::new(row, person, ctx.now));
    let list: Vec<_> = rows.iter().filter_map(of_person).collect();
    let subject = Subject::patients(list.iter().map(|message| message.patient_id));
    ctx.done(subject, Json(list)).await
}

/// Has a message that failed or was returned sent again, at once and within the limits on messages. Refuses a message that is no
/// longer true (409 `outdated`) and one that is already on its way (409 `under_way`).
#[utoipa::path(post, path = "/api/messages/{id}/send", tag = "messages", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn send_message_again(ctx: Ctx<MessageSend>, Path(id): Path<i64>) -> Result<Done<StatusCode>> {
    // The lock makes the second of two simultaneous requests find the message on its way.
    let row = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    match row.status {
        MessageStatus::Failed | MessageStatus::Bounced => {}
        MessageStatus::Dropped if row.reason == Some(MessageReason::QuietHours) && row.kind.is_news() => {}
        MessageStatus::Waiting if !is_under_way(&row, ctx.now) => {}
        MessageStatus::Waiting => return Err(Error::conflict("under_way", "This message is on its way already.")),
        MessageStatus::Sent | MessageStatus::Delivered | MessageStatus::Dropped => {
            return Err(Error::conflict("not_failed", "This message did not fail."));
        }
    }
    let person = patients::person(&ctx.tx, row.patient_id).await?;
    check_reach(&ctx.tx, &row, &person, ctx.now).await?;
    let mut again = row.clone().into_active_model();
    again.status = Set(MessageStatus::Waiting);
    again.reason = Set(None);
    again.claimed_at = Set(None);
    again.sent_at = Set(None);
    again.due_at = Set(ctx.now);
    again.asked_again_at = Set(Some(ctx.now));
    again.update(&ctx.tx).await?;
    if let Some(appointment) = row.appointment_id {
        let job = VisitMessages { appointment, patient: row.patient_id };
        outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &job).await?;
    } else if let Some(treatment) = row.treatment_id {
        let job = TreatmentAftercare { treatment, patient: row.patient_id };
        outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &job).await?;
    } else if row.consent_id.is_some() && row.channel == MessageChannel::Text {
        let job = ConsentText { message: id, patient: row.patient_id };
        outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &job).await?;
    } else if let Some(consent) = row.consent_id {
        let job = FormReminder { consent, patient: row.patient_id };
        outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &job).await?;
    }
    ctx.done(Subject::patient(person.id).and(id), StatusCode::NO_CONTENT).await
}

/// Fails if the clinic sends nothing, the message is no longer true, or the patient cannot be reached.
async fn check_reach(tx: &ClinicTx, row: &Model, person: &patient::Model, now: DateTime<Utc>) -> Result<()> {
    if !settings::current(tx).await?.enabled {
        return Err(Error::conflict("messages_off", "Messages to patients are switched off."));
    }
    if check_current(tx, row, person, now).await?.is_none() {
        let sentence = "What this message says is no longer so, so it is not sent any more.";
        return Err(Error::conflict("outdated", sentence));
    }
    let reach = match row.channel {
        MessageChannel::Email => reachability::by_mail(tx, person, true).await?,
        MessageChannel::Text => reachability::by_text(tx, person, true).await?,
    };
    let Err(reason) = reach else { return Ok(()) };
    let sentence = match reason {
        MessageReason::NoAddress => "The patient's record has no e-mail address. Add one first.",
        MessageReason::NoNumber => "The patient's record has no phone number that texts can be sent to. Add one first.",
        MessageReason::Returned => {
            "Mail to this address came back. Ask the patient, then change or confirm the address on the record."
        }
        MessageReason::Complained => {
            "A mail to this address was reported as unwanted. Ask the patient, then change or confirm the address on the record."
        }
        MessageReason::Stopped => "The patient has answered STOP, so nothing is texted to this number.",
        _ => "The patient does not want messages in this way. Ask, and change how the patient may be reached.",
    };
    Err(Error::conflict("unreachable", sentence))
}
