//! One try of a job, and the mail that it may send. The mail stays within the limits, and goes only to a recipient whom it still concerns.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{clinic_setting, job, mail_stop, member, patient},
    ids::{MemberId, PatientId},
    words::{MailStopReason, MemberStatus},
};
use futures_util::future::BoxFuture;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};
use serde::Serialize;
use uuid::Uuid;

use super::{
    Failed, Problem,
    quota::{self, AddressStatus, Delay, MailCount, MailLimits},
};
use base::error::{Error, Result};
use http_api::state::App;
use mail::{Email, Mailer, Recipient};
use tenancy::{JobTx, Work, enter_for_job};

/// The pause of a mail that waits until the owner's address is confirmed. The confirmation releases it earlier.
const UNCONFIRMED_PAUSE: TimeDelta = TimeDelta::hours(6);

/// How many mails a clinic may send in a day.
pub type MailsADay = for<'a> fn(Work<'a>) -> BoxFuture<'a, Result<i64>>;

/// The outcome of a try that did not fail.
#[derive(Debug)]
pub enum Outcome {
    Done,
    /// Postponed, because a limit is used up.
    Delayed(Delay),
    /// Done for now. More work is due at this time, or at once if the job was requested while it ran.
    Again(DateTime<Utc>),
}

/// One try of one job.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub app: &'a App,
    pub mailer: &'a Mailer,
    pub clinic: Uuid,
    pub row: &'a job::Model,
    pub mails_a_day: MailsADay,
    pub now: DateTime<Utc>,
}

/// The recipient of a mail, inside the transaction in which the mail is written.
pub struct Writer<'a> {
    pub app: &'a App,
    pub entered: &'a JobTx,
    pub row: &'a job::Model,
    pub to: &'a member::Model,
    pub now: DateTime<Utc>,
}

/// A mail, and the way it is counted.
pub struct Draft {
    pub email: Email,
    /// Counts this mail separately from other mails of the same kind of job.
    pub counted_as: Option<String>,
    /// The status of the address, if it differs from the member's row.
    pub known: Option<AddressStatus>,
}

impl From<Email> for Draft {
    fn from(email: Email) -> Self {
        Self { email, counted_as: None, known: None }
    }
}

/// The recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// A member who is active on the team.
    Active(MemberId),
    /// A member who may have left since.
    Former(MemberId),
}

impl Run<'_> {
    /// Mails one member the draft that `write` returns, within the limits. Sends nothing if `write` returns nothing or the member has left.
    pub async fn mail(
        self,
        to: To,
        write: impl AsyncFnOnce(&Writer<'_>) -> Result<Option<Draft>>,
    ) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&self.app.tenants.db, self.clinic).await?;
        let (To::Active(id) | To::Former(id)) = to;
        let member = member::Entity::find_by_id(id).one(&entered.tx).await?;
        let is_told = |member: &member::Model| {
            matches!(to, To::Former(_)) || (member.status == MemberStatus::Active && member.removed_at.is_none())
        };
        let Some(member) = member.filter(is_told) else { return Ok(Outcome::Done) };
        let writer = Writer { app: self.app, entered: &entered, row: self.row, to: &member, now: self.now };
        let Some(draft) = write(&writer).await? else { return Ok(Outcome::Done) };
        let counted = writer.counted(&draft);
        self.deliver(entered, draft, counted).await
    }

    /// Mails a patient the mail that `write` returns, within the limits of an unconfirmed address. Sends nothing if
    /// `write` returns nothing or the patient does not want mail.
    pub async fn mail_patient(
        self,
        id: PatientId,
        write: impl AsyncFnOnce(&JobTx, &patient::Model) -> Result<Option<Email>>,
    ) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&self.app.tenants.db, self.clinic).await?;
        let find = async |id| patient::Entity::find_by_id(id).one(&entered.tx).await;
        let Some(patient) = find(id).await? else { return Ok(Outcome::Done) };
        // The mail of a merged patient goes to the survivor's address.
        let survivor = match patient.merged_into {
            Some(survivor) => find(survivor).await?,
            None => None,
        };
        let patient = survivor.unwrap_or(patient);
        // The patient may have refused mail after this one was requested.
        if !patient.may_email {
            return Ok(Outcome::Done);
        }
        // A mail to this address bounced permanently, or its recipient reported it as unwanted.
        if mail_stop(&entered, patient.email.as_deref()).await?.is_some() {
            return Ok(Outcome::Done);
        }
        let Some(email) = write(&entered, &patient).await? else { return Ok(Outcome::Done) };
        let kind = self.row.kind.clone();
        let counted = self.counted(kind, email.address());
        self.deliver(entered, email.into(), counted).await
    }

    /// Mails a person who is neither a member nor a patient yet and has just asked for the mail, within the limits of
    /// an unconfirmed address. An address from which mail bounced is tried again, because it may work again. An
    /// address whose owner reported our mail as unwanted gets no mail. Sends nothing if `write` returns nothing.
    pub async fn mail_stranger(
        self,
        write: impl AsyncFnOnce(&JobTx) -> Result<Option<Email>>,
    ) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&self.app.tenants.db, self.clinic).await?;
        let Some(email) = write(&entered).await? else { return Ok(Outcome::Done) };
        if mail_stop(&entered, Some(email.address())).await? == Some(MailStopReason::Complained) {
            return Ok(Outcome::Done);
        }
        let kind = self.row.kind.clone();
        let counted = self.counted(kind, email.address());
        self.deliver(entered, email.into(), counted).await
    }

    /// The count of a message to an address that nobody has confirmed.
    fn counted(self, kind: String, address: &str) -> MailCount {
        MailCount::new(&self.app.master, self.clinic, kind, address, AddressStatus::Unconfirmed, self.now)
    }

    async fn deliver(self, entered: JobTx, draft: Draft, counted: MailCount) -> Result<Outcome, Failed> {
        // A postponed mail is rolled back: no link is made for it, and it is not counted.
        if let Some(hold) = self.hold(&entered, draft.known, &counted).await? {
            return Ok(Outcome::Delayed(hold));
        }
        entered.commit().await?;
        self.send(draft.email, &counted).await
    }

    async fn hold(self, entered: &JobTx, known: Option<AddressStatus>, counted: &MailCount) -> Result<Option<Delay>> {
        // Anybody can sign a clinic up with any address. Until its owner has confirmed the address, only the mail
        // that asks for the confirmation is sent.
        if known != Some(AddressStatus::BeingConfirmed) && is_unconfirmed(entered).await? {
            return Ok(Some(Delay { problem: Problem::Unconfirmed, until: self.now + UNCONFIRMED_PAUSE }));
        }
        let cap = (self.mails_a_day)(entered.work(self.now)).await?;
        if let Some(hold) = quota::reserve_of_the_day(&entered.tx, cap, self.now).await? {
            return Ok(Some(hold));
        }
        MailLimits::new(self.app.rate_limit_factor).reserve(&self.app.tenants.db, counted).await
    }

    async fn send(self, email: Email, counted: &MailCount) -> Result<Outcome, Failed> {
        let Err(unsent) = self.mailer.send(email).await else { return Ok(Outcome::Done) };
        self.release(counted).await?;
        Err(unsent.into())
    }

    /// Counts a text to a phone within the limits of a mail to an unconfirmed address. Returns its count, or why it waits.
    pub async fn reserve_text(self, entered: &JobTx, number: &str) -> Result<Result<MailCount, Delay>> {
        let kind = format!("{} by text", self.row.kind);
        let counted = self.counted(kind, number);
        Ok(match self.hold(entered, None, &counted).await? {
            Some(hold) => Err(hold),
            None => Ok(counted),
        })
    }

    /// Releases the counts of a mail or text that was not sent.
    pub async fn release(self, counted: &MailCount) -> Result<()> {
        counted.release(&self.app.tenants.db).await?;
        let entered = enter_for_job(&self.app.tenants.db, self.clinic).await?;
        quota::release_of_the_day(&entered.tx, self.now).await?;
        entered.commit().await
    }
}

impl Writer<'_> {
    /// The member whom the mail is to.
    pub fn recipient(&self) -> Recipient {
        Recipient::new(self.to.full_name(), &self.to.email)
    }

    fn counted(&self, draft: &Draft) -> MailCount {
        let kind = draft.counted_as.clone().unwrap_or_else(|| self.row.kind.clone());
        let of_the_row =
            || if self.to.email_confirmed_at.is_some() { AddressStatus::Confirmed } else { AddressStatus::Unconfirmed };
        let known = draft.known.unwrap_or_else(of_the_row);
        MailCount::new(&self.app.master, self.entered.clinic.id, kind, draft.email.address(), known, self.now)
    }

    /// Stores a value in the job's payload, so that the next try uses the same value.
    pub async fn remember(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let mut payload = self.row.payload.clone();
        payload[name] =
            serde_json::to_value(value).map_err(|_| Error::Internal("a job could not be written".into()))?;
        let row = job::ActiveModel { payload: Set(payload), ..Default::default() };
        job::Entity::update_many().set(row).filter(job::Column::Id.eq(self.row.id)).exec(&self.entered.tx).await?;
        Ok(())
    }
}

/// Why this address gets no more mail. `None` if it may get mail.
async fn mail_stop(entered: &JobTx, address: Option<&str>) -> Result<Option<MailStopReason>> {
    let Some(address) = address else { return Ok(None) };
    Ok(mail_stop::Entity::for_address(address).one(&entered.tx).await?.map(|stop| stop.reason))
}

/// Whether the clinic's owner has not confirmed the address yet.
async fn is_unconfirmed(entered: &JobTx) -> Result<bool> {
    let settings = clinic_setting::Entity::find_by_id(1_i16).one(&entered.tx).await?;
    Ok(settings.is_some_and(|settings| settings.owner_unconfirmed_since.is_some()))
}
