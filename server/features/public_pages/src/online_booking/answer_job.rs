//! The job that notifies a patient that a request was received, accepted or declined. It reads the current state, so
//! that the message is true when it is sent. The message names neither the service nor the clinic's reason.

use chrono_tz::Tz;
use entity::{
    clinic::{appointment, online_booking, patient, text_stop},
    ids::{AppointmentId, PatientId},
    words::{
        AppointmentStatus,
        BookingAnswer::{self, Accepted, Declined},
        MessageChannel,
    },
};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};

use base::{
    date_format::{full_date, time_at, zone_name},
    error::{Error, Result},
    phone::international,
};
use contact::messages::{SendError, Texter, text_callback, visit_link};
use mail::{Email, Recipient, plain_name};
use outbox::{Failed, Job, Outcome, Problem, Run};
use people::patients;
use tenancy::{JobTx, enter_for_job};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NotifyBookingAnswer {
    pub(super) appointment: AppointmentId,
    pub(super) patient: PatientId,
}

impl Job for NotifyBookingAnswer {
    const KIND: &'static str = "booking_news";
    const MAIL_ABOUT: Option<&'static str> = Some("An answer about an online booking");
    const RUNS_AGAIN: bool = true;

    fn patient(&self) -> Option<PatientId> {
        Some(self.patient)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let online = online_booking::Entity::find_by_id(self.appointment).one(&entered.tx).await?;
        entered.commit().await?;
        match online.map(|online| online.channel) {
            None => Ok(Outcome::Done),
            Some(MessageChannel::Email) => {
                let write = async |entered: &JobTx, patient: &patient::Model| self.mail(entered, patient, &run).await;
                run.mail_patient(self.patient, write).await
            }
            Some(MessageChannel::Text) => self.text(&run).await,
        }
    }
}

/// The state of a request, in the words of a message.
struct AnswerMessage {
    answer: Option<BookingAnswer>,
    clinic: String,
    when: String,
    /// The link for the patient: the visit's own page, or the booking page.
    link: String,
}

impl NotifyBookingAnswer {
    /// `None` if there is nothing left to send.
    async fn news(&self, entered: &JobTx, run: &Run<'_>) -> Result<Option<AnswerMessage>> {
        let tx = &entered.tx;
        let visit = appointment::Entity::find_by_id(self.appointment).one(tx).await?;
        let online = online_booking::Entity::find_by_id(self.appointment).one(tx).await?;
        let Some((visit, online)) = visit.zip(online) else { return Ok(None) };
        let is_cancelled = visit.status == AppointmentStatus::Cancelled;
        // The patient or the desk has canceled it meanwhile, and this message is not about that.
        if is_cancelled != (online.answer == Some(Declined)) || visit.starts_at <= run.now {
            return Ok(None);
        }
        let subdomain = &entered.clinic.subdomain;
        let link = match online.answer {
            Some(Declined) => format!("{}/book", run.app.base_url.origin_of(subdomain)),
            _ => visit_link(run.app, tx, subdomain, visit.id, run.now).await?,
        };
        let when = date_and_time(visit.starts_at, entered.clinic.time_zone);
        Ok(Some(AnswerMessage { answer: online.answer, clinic: plain_name(&entered.clinic.name), when, link }))
    }

    async fn mail(&self, entered: &JobTx, patient: &patient::Model, run: &Run<'_>) -> Result<Option<Email>> {
        let Some(address) = &patient.email else { return Ok(None) };
        let Some(news) = self.news(entered, run).await? else { return Ok(None) };
        let (subject, text) = news.mail(&plain_name(&patient.first_name));
        let email =
            Email::new(Recipient::new(&patient.first_name, address), &entered.clinic.name, |_, _| (subject, text));
        Ok(Some(email.from_clinic(&entered.clinic.name, None)))
    }

    async fn text(&self, run: &Run<'_>) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let patient = patients::person(&entered.tx, self.patient).await?;
        let number = patient.phone.as_deref().filter(|_| patient.may_text).and_then(international);
        let Some(number) = number else { return Ok(Outcome::Done) };
        if text_stop::Entity::find_by_id(number.clone()).one(&entered.tx).await?.is_some() {
            return Ok(Outcome::Done);
        }
        let Some(news) = self.news(&entered, run).await? else { return Ok(Outcome::Done) };
        let counted = match run.reserve_text(&entered, &number).await? {
            Ok(counted) => counted,
            Err(hold) => return Ok(Outcome::Delayed(hold)),
        };
        let clinic = entered.clinic.clone();
        let callback = text_callback(run.app, &clinic.subdomain);
        entered.commit().await?;
        match run.app.part::<Texter>().send(&clinic.subdomain, &number, &news.text(), &callback).await {
            // A text that may have been accepted is not sent again.
            Ok(_) | Err(SendError::Unknown) => Ok(Outcome::Done),
            Err(SendError::OutOfReach) => {
                run.release(&counted).await?;
                let error =
                    Error::Internal("the provider of texts could not be reached, or takes nothing just now".into());
                Err(Failed { problem: Problem::OutOfReach, error })
            }
            Err(SendError::Number | SendError::Stopped | SendError::Refused) => {
                run.release(&counted).await?;
                Ok(Outcome::Done)
            }
        }
    }
}

/// Tuesday, December 1, 2026 at 9:30 AM (EST)
pub(super) fn date_and_time(at: chrono::DateTime<chrono::Utc>, zone: Tz) -> String {
    format!("{} at {} ({})", full_date(at, zone), time_at(at, zone), zone_name(at, zone))
}

impl AnswerMessage {
    fn mail(&self, first_name: &str) -> (String, String) {
        let Self { clinic, when, link, .. } = self;
        let (subject, words) = match self.answer {
            None => (
                format!("Your request to {clinic}"),
                format!(
                    "{clinic} has received your request for an appointment on {when}. You will be told once it is \
                     answered.\n\nTo look at it or to cancel it:\n{link}\n\nThe link is for you alone."
                ),
            ),
            Some(Accepted) => (
                format!("Your appointment at {clinic}"),
                format!(
                    "{clinic} has accepted your request. Your appointment is on {when}.\n\nTo confirm it, to ask for another \
                     time or to cancel it:\n{link}\n\nThe link is for you alone."
                ),
            ),
            Some(Declined) => (
                format!("Your request to {clinic}"),
                format!(
                    "{clinic} cannot offer you the appointment on {when} that you asked for.\n\nTo choose another time:\n\
                     {link}\n\nIf you have questions, please contact the clinic."
                ),
            ),
        };
        (subject, format!("Hello {first_name},\n\n{words}\n"))
    }

    fn text(&self) -> String {
        let Self { clinic, when, link, .. } = self;
        let words = match self.answer {
            None => "your request is received, and you will be told once it is answered",
            Some(Accepted) => "your request is accepted",
            Some(Declined) => "this time cannot be offered. Another time",
        };
        format!("{clinic}: {when}: {words}: {link}\nReply STOP to get no more texts.")
    }
}
