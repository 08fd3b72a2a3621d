//! Sending one message. It is claimed in the transaction in which it is written, before it is sent: a worker that dies in
//! between leaves a claim, and nobody sends it a second time.

use entity::{
    clinic::{appointment, appointment_link, appointment_told, message, message_template, patient},
    words::{AppointmentStatus, MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};

use super::{
    planned, settings,
    templates::{self, Values, Words},
    times::{date_in_words, time_in_words, zone_in_words},
};
use crate::foundation::{
    crypto::token,
    error::Result,
    jobs::{Failed, Outcome, Problem, Run},
    mail::{Email, plain_name},
    state::App,
    tenancy::{ClinicTx, JobTx, enter_for_job},
};

/// In place of the link in what is stored of a message.
const THEIR_LINK: &str = "(the patient's own link)";

/// Mails one message and writes down how that went. A limit that holds changes nothing.
///
/// # Errors
/// When the mail cannot be sent or the database is out of reach.
pub(super) async fn mail(message: message::Model, run: &Run<'_>) -> Result<Outcome, Failed> {
    let mut is_claimed = false;
    let outcome = run
        .mail_patient(message.patient_id, async |entered, patient| {
            let email = write(entered, patient, &message, run).await?;
            is_claimed = email.is_some();
            Ok(email)
        })
        .await;
    let failed = outcome.as_ref().err().map(|failed| failed.problem);
    let is_held = matches!(outcome, Ok(Outcome::Held(_)));
    if is_claimed && !is_held {
        settle(&message, failed, run).await?;
    }
    outcome
}

/// Claims the message and writes its mail; none when it changed since it was planned.
async fn write(
    entered: &JobTx,
    patient: &patient::Model,
    message: &message::Model,
    run: &Run<'_>,
) -> Result<Option<Email>> {
    let tx = &entered.tx;
    let Some(address) = &patient.email else { return Ok(None) };
    let row = message::Entity::find_by_id(message.id).lock_exclusive().one(tx).await?;
    let Some(row) = row.filter(|row| row == message) else { return Ok(None) };
    if !is_still_so(tx, &row).await? {
        return Ok(None);
    }
    let words = words(tx, row.kind).await?;
    let settings = settings::current(tx, run.now).await?;
    let link = match row.kind {
        MessageKind::Cancelled => String::new(),
        _ => new_link(run.app, entered, &row, run).await?,
    };
    let name = plain_name(&patient.first_name);
    let values = Values {
        first_name: name,
        clinic: plain_name(&entered.clinic.name),
        date: date_in_words(row.starts_at, entered.clinic.time_zone),
        time: time_in_words(row.starts_at, entered.clinic.time_zone),
        time_zone: zone_in_words(row.starts_at, entered.clinic.time_zone),
        link,
    };
    let subject = templates::filled(&words.subject.unwrap_or_default(), &values);
    let text = format!("{}\n", templates::filled(&words.body, &values));
    let stored = Values { link: THEIR_LINK.to_owned(), ..values.clone() };
    let mut claimed = row.into_active_model();
    claimed.status = Set(MessageStatus::Waiting);
    claimed.reason = Set(None);
    claimed.claimed_at = Set(Some(run.now));
    claimed.subject = Set(Some(subject.clone()));
    claimed.body = Set(Some(templates::filled(&words.body, &stored)));
    claimed.update(tx).await?;
    let html = templates::html(&text, &values.link);
    let email = Email::new((&patient.first_name, address), &entered.clinic.name, |_, _| (subject, text));
    let from = settings.sender_name.as_deref().unwrap_or(&entered.clinic.name);
    Ok(Some(email.with_html(html).from_clinic(from, settings.reply_to)))
}

/// Whether the visit is as the message says.
async fn is_still_so(tx: &ClinicTx, message: &message::Model) -> Result<bool> {
    let Some(id) = message.appointment_id else { return Ok(true) };
    let Some(visit) = appointment::Entity::find_by_id(id).one(tx).await? else { return Ok(false) };
    let is_cancelled = visit.status == AppointmentStatus::Cancelled;
    Ok(match message.kind {
        MessageKind::Cancelled => is_cancelled,
        _ => !visit.status.is_free() && visit.starts_at == message.starts_at,
    })
}

/// The clinic's own words, or the product's.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn words(tx: &ClinicTx, kind: MessageKind) -> Result<Words> {
    let own = message_template::Entity::find_by_id((kind, kind.channel())).one(tx).await?;
    Ok(own.map_or_else(|| templates::usual(kind), |row| Words { subject: row.subject, body: row.body }))
}

/// A link for this message alone, by which the patient answers until the visit begins.
async fn new_link(app: &App, entered: &JobTx, message: &message::Model, run: &Run<'_>) -> Result<String> {
    let Some(appointment_id) = message.appointment_id else { return Ok(String::new()) };
    let token = token::random();
    let row = appointment_link::ActiveModel {
        appointment_id: Set(appointment_id),
        token_hash: Set(token::hash(&token).to_vec()),
        created_at: Set(run.now),
        answers: Set(0),
        used_at: Set(None),
        ..Default::default()
    };
    row.insert(&entered.tx).await?;
    // The host is from the registry: the link must not lead to another's.
    Ok(format!("{}/portal/visit/{token}", app.base_url.origin_of(&entered.clinic.subdomain)))
}

/// Writes down that a message was sent, or why not. One that failed is tried again with its job.
async fn settle(message: &message::Model, failed: Option<Problem>, run: &Run<'_>) -> Result<()> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let tx = &entered.tx;
    let mut row = message::ActiveModel { id: Set(message.id), ..Default::default() };
    if let Some(problem) = failed {
        row.status = Set(MessageStatus::Failed);
        row.reason = Set(Some(reason(problem)));
        row.claimed_at = Set(None);
        row.subject = Set(None);
        row.body = Set(None);
        row.update(tx).await?;
        return entered.commit().await;
    }
    row.status = Set(MessageStatus::Sent);
    row.sent_at = Set(Some(run.now));
    row.update(tx).await?;
    if let Some(id) = message.appointment_id.filter(|_| message.kind.is_news()) {
        let told = appointment_told::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
        if let Some(told) = told {
            planned::know(tx, told, message.kind, message.starts_at).await?;
        }
    }
    entered.commit().await
}

const fn reason(problem: Problem) -> MessageReason {
    match problem {
        Problem::Address => MessageReason::Address,
        Problem::Refused => MessageReason::Refused,
        Problem::OutOfReach => MessageReason::OutOfReach,
        Problem::Interrupted => MessageReason::Interrupted,
        Problem::RecipientLimit | Problem::ClinicLimit | Problem::Unconfirmed | Problem::Internal => {
            MessageReason::Internal
        }
    }
}
