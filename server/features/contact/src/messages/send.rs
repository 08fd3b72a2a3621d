//! Sends one message. It is claimed and committed before it is sent, so a message is never sent twice: if the worker dies in
//! between, the claim stays and no other worker sends it.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment_link, appointment_told, message, message_template, patient},
    ids::{AppointmentId, ConsentId},
    words::{MessageChannel, MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};

use super::{
    current::check_current,
    mail_webhook, planned, series, settings,
    templates::{self, TemplateText, Values},
    text_webhook,
    texts::{SendError, Texter},
};
use base::{
    date_format::{full_date, time_at, zone_name},
    error::{Error, Result},
    phone,
};
use consent::consents;
use crypto::token;
use http_api::state::App;
use mail::{Email, Recipient, plain_name};
use outbox::{Failed, Outcome, Problem, Run};
use people::patients;
use practice::billing;
use tenancy::{ClinicTx, JobTx, enter_for_audited_job, enter_for_job};

/// Replaces the link in the stored text of a message.
const THEIR_LINK: &str = "(the patient's own link)";

/// The outcome of sending.
enum SendOutcome {
    Sent(Option<String>),
    /// The job tries it again.
    Again(MessageReason),
    /// It is not tried again.
    Failed(MessageReason),
    Dropped(MessageReason),
}

/// A claimed message with its final text.
struct ClaimedMessage {
    subject: String,
    text: String,
    values: Values,
    /// The consents whose links the message contains.
    consents: Vec<ConsentId>,
}

/// The consents whose links were sent, and the address.
struct SentLinks {
    consents: Vec<ConsentId>,
    address: String,
}

/// Takes the next step of a job that has one message at a time: mails the message, or says when it is due.
///
/// # Errors
/// As [`mail`].
pub(super) async fn mail_next(next: planned::Next, run: &Run<'_>) -> Result<Outcome, Failed> {
    match next {
        planned::Next::Nothing => Ok(Outcome::Done),
        planned::Next::Wait(at) => Ok(Outcome::Again(at)),
        planned::Next::Send(message) => mail(*message, run).await,
    }
}

/// Mails one message and stores the outcome. Stores nothing if a limit delays the mail.
pub(super) async fn mail(message: message::Model, run: &Run<'_>) -> Result<Outcome, Failed> {
    let mut claimed = None;
    let outcome = run
        .mail_patient(message.patient_id, async |entered, patient| {
            let reference = mail_webhook::reference(run.clinic);
            let Some((email, links)) = write_mail(entered, patient, &message, &reference, run).await? else {
                return Ok(None);
            };
            claimed = Some((reference, links));
            Ok(Some(email))
        })
        .await;
    let is_held = matches!(outcome, Ok(Outcome::Delayed(_)));
    if let Some((reference, links)) = claimed.filter(|_| !is_held) {
        let end = match &outcome {
            Ok(_) => SendOutcome::Sent(Some(reference)),
            Err(failed) => SendOutcome::Again(reason(failed.problem)),
        };
        settle(&message, end, links, run).await?;
    }
    outcome
}

async fn write_mail(
    entered: &JobTx,
    patient: &patient::Model,
    message: &message::Model,
    reference: &str,
    run: &Run<'_>,
) -> Result<Option<(Email, SentLinks)>> {
    let Some(address) = &patient.email else { return Ok(None) };
    let to = (address.as_str(), reference);
    let Some(claimed) = claim(entered, patient, message, Some(to), run).await? else { return Ok(None) };
    let settings = settings::current(&entered.tx).await?;
    let html = templates::html(&claimed.text, claimed.values.links());
    let (subject, text) = (claimed.subject, format!("{}\n", claimed.text));
    let email = Email::new(Recipient::new(&patient.first_name, address), &entered.clinic.name, |_, _| (subject, text));
    let from = settings.sender_name.as_deref().unwrap_or(&entered.clinic.name);
    let email = email
        .with_html(html, templates::escape)
        .from_clinic(from, settings.reply_to)
        .with_reference(reference.to_owned());
    Ok(Some((email, SentLinks { consents: claimed.consents, address: address.clone() })))
}

/// Sends one message as a text and stores the outcome. Stores nothing if a limit delays the text.
///
/// Fails if the provider or the database is out of reach.
pub(super) async fn text(message: message::Model, run: &Run<'_>) -> Result<Outcome, Failed> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let patient = patients::person(&entered.tx, message.patient_id).await?;
    let Some(number) = patient.phone.as_deref().and_then(phone::international) else { return Ok(Outcome::Done) };
    let Some(claimed) = claim(&entered, &patient, &message, None, run).await? else { return Ok(Outcome::Done) };
    let counted = match run.reserve_text(&entered, &number).await? {
        Ok(counted) => counted,
        Err(hold) => return Ok(Outcome::Delayed(hold)),
    };
    let clinic = entered.clinic.clone();
    let callback = text_webhook::address(run.app, &clinic.subdomain);
    entered.commit().await?;
    let sent = run.app.part::<Texter>().send(&clinic.subdomain, &number, &claimed.text, &callback).await;
    let end = match &sent {
        Ok(reference) => SendOutcome::Sent(reference.clone()),
        Err(SendError::OutOfReach) => SendOutcome::Again(MessageReason::OutOfReach),
        Err(SendError::Number) => SendOutcome::Failed(MessageReason::Address),
        Err(SendError::Refused) => SendOutcome::Failed(MessageReason::Refused),
        Err(SendError::Unknown) => SendOutcome::Failed(MessageReason::Interrupted),
        Err(SendError::Stopped) => SendOutcome::Dropped(MessageReason::Stopped),
    };
    let is_again = matches!(end, SendOutcome::Again(_));
    let links = SentLinks { consents: claimed.consents, address: number.clone() };
    settle(&message, end, links, run).await?;
    if sent == Err(SendError::Stopped) {
        text_webhook::stop(run, &number).await?;
    }
    if sent.is_err() && sent != Err(SendError::Unknown) {
        run.release(&counted).await?;
    }
    if is_again {
        let error = Error::Internal("the provider of texts could not be reached, or takes nothing just now".into());
        return Err(Failed { problem: Problem::OutOfReach, error });
    }
    Ok(Outcome::Done)
}

/// Claims the message and fills in its template. `None` if the message changed since it was planned. The address and the id of a
/// mail are stored before it is sent, because delivery reports name the mail by that id.
async fn claim(
    entered: &JobTx,
    patient: &patient::Model,
    message: &message::Model,
    mail_to: Option<(&str, &str)>,
    run: &Run<'_>,
) -> Result<Option<ClaimedMessage>> {
    let tx = &entered.tx;
    let row = message::Entity::find_by_id(message.id).lock_exclusive().one(tx).await?;
    let Some(row) = row.filter(|row| row == message) else { return Ok(None) };
    let Some(about) = check_current(tx, &row, patient, run.now).await? else { return Ok(None) };
    let Some(along) = series::series_visits(tx, &row, run.now).await? else { return Ok(None) };
    let is_on_trial = billing::is_on_trial(entered.work(run.now)).await?;
    let words = words(tx, row.kind, row.channel).await?;
    let mut linked = Vec::new();
    let link = match (row.consent_id, row.appointment_id) {
        (Some(consent), _) => {
            let link = consents::new_link(run.app, entered, consent, run.now).await?;
            linked.extend(link.as_ref().map(|_| consent));
            link.unwrap_or_default()
        }
        (None, Some(visit)) if templates::variables(row.kind).contains(&"link") => {
            visit_link(run.app, tx, &entered.clinic.subdomain, visit, run.now).await?
        }
        _ => String::new(),
    };
    // A new link invalidates the former one, so none is made if the clinic's own text does not use it.
    let has_forms = row.kind == MessageKind::Reminder && templates::holds(&words.body, templates::FORMS);
    let forms = if has_forms { consents::new_links(run.app, entered, patient.id, run.now).await? } else { Vec::new() };
    linked.extend(forms.iter().map(|(consent, _)| *consent));
    let values = Values {
        first_name: plain_name(&patient.first_name),
        clinic: plain_name(&entered.clinic.name),
        date: full_date(row.starts_at, entered.clinic.time_zone),
        time: time_at(row.starts_at, entered.clinic.time_zone),
        time_zone: zone_name(row.starts_at, entered.clinic.time_zone),
        link,
        forms: forms.into_iter().map(|(_, link)| link).collect(),
        aftercare: about.aftercare.unwrap_or_default(),
    };
    let sent = |text: &str, values: &Values| {
        let text = templates::filled(text, values);
        if is_on_trial { templates::with_own_links_only(&text, values) } else { text }
    };
    let subject = words.subject.map(|subject| sent(&subject, &values));
    let (date, time) = series::dates_and_time(row.starts_at, &along, entered.clinic.time_zone);
    let values = Values { date, time, ..values };
    let text = sent(&words.body, &values);
    let forms = values.forms.iter().map(|_| THEIR_LINK.to_owned()).collect();
    let stored = Values { link: THEIR_LINK.to_owned(), forms, ..values.clone() };
    let mut claimed = row.into_active_model();
    claimed.status = Set(MessageStatus::Waiting);
    claimed.reason = Set(None);
    claimed.claimed_at = Set(Some(run.now));
    if let Some((address, reference)) = mail_to {
        claimed.sent_to = Set(Some(address.to_owned()));
        claimed.provider_ref = Set(Some(reference.to_owned()));
    }
    claimed.also = Set(along.iter().map(|visit| visit.id.into()).collect());
    claimed.subject = Set(subject.clone());
    claimed.body = Set(Some(sent(&words.body, &stored)));
    claimed.update(tx).await?;
    Ok(Some(ClaimedMessage { subject: subject.unwrap_or_default(), text, values, consents: linked }))
}

/// The clinic's own template, or the product's.
pub(super) async fn words(tx: &ClinicTx, kind: MessageKind, channel: MessageChannel) -> Result<TemplateText> {
    let own = message_template::Entity::find_by_id((kind, channel)).one(tx).await?;
    let default = || templates::default_template(kind, channel);
    Ok(own.map_or_else(default, |row| TemplateText { subject: row.subject, body: row.body }))
}

/// A new link by which the patient answers about a visit, valid until the visit begins.
pub async fn visit_link(
    app: &App,
    tx: &ClinicTx,
    subdomain: &str,
    visit: AppointmentId,
    now: DateTime<Utc>,
) -> Result<String> {
    let token = token::random();
    let row = appointment_link::ActiveModel {
        appointment_id: Set(visit),
        token_hash: Set(token::hash(&token).to_vec()),
        created_at: Set(now),
        answers: Set(0),
        used_at: Set(None),
        ..Default::default()
    };
    row.insert(tx).await?;
    // The host comes from the registry, so that the link cannot lead to another clinic.
    Ok(format!("{}/portal/visit/{token}", app.base_url.origin_of(subdomain)))
}

/// Stores the outcome, and what the patient now knows.
async fn settle(message: &message::Model, end: SendOutcome, links: SentLinks, run: &Run<'_>) -> Result<()> {
    let entered = enter_for_audited_job(&run.app.tenants.db, run.clinic).await?;
    let tx = &entered.tx;
    let mut row = message::ActiveModel { id: Set(message.id), ..Default::default() };
    let is_sent = matches!(end, SendOutcome::Sent(_));
    let (status, reason) = match end {
        SendOutcome::Sent(reference) => {
            row.sent_at = Set(Some(run.now));
            row.provider_ref = Set(reference);
            row.sent_to = Set(Some(links.address.clone()));
            (MessageStatus::Sent, None)
        }
        SendOutcome::Again(reason) => {
            row.claimed_at = Set(None);
            (MessageStatus::Failed, Some(reason))
        }
        SendOutcome::Failed(reason) => (MessageStatus::Failed, Some(reason)),
        SendOutcome::Dropped(reason) => (MessageStatus::Dropped, Some(reason)),
    };
    row.status = Set(status);
    row.reason = Set(reason);
    if !is_sent {
        row.subject = Set(None);
        row.body = Set(None);
    }
    row.update(tx).await?;
    if let Some(id) = message.appointment_id.filter(|_| is_sent && message.kind.is_news()) {
        let told = appointment_told::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
        if let Some(told) = told {
            planned::know(tx, told, message.kind, message.starts_at).await?;
        }
    }
    if !is_sent || links.consents.is_empty() {
        return entered.commit().await;
    }
    let to = consents::SentTo { channel: message.channel, address: &links.address };
    consents::commit_sent(entered, message.patient_id, links.consents, to, run.now).await
}

const fn reason(problem: Problem) -> MessageReason {
    match problem {
        Problem::Address => MessageReason::Address,
        Problem::Refused => MessageReason::Refused,
        Problem::OutOfReach => MessageReason::OutOfReach,
        Problem::Interrupted | Problem::PutBack => MessageReason::Interrupted,
        Problem::RecipientLimit | Problem::ClinicLimit | Problem::Unconfirmed | Problem::Internal => {
            MessageReason::Internal
        }
    }
}
