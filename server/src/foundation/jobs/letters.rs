//! What is written to whom: the letter that a job asks for, as things stand when it is sent.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{account_notice, job, member, support_access};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};

use super::{
    Job,
    quota::{Counted, Known},
};
use crate::{
    features::{billing, settings},
    foundation::{
        auth::{
            AccountChange,
            account_link::{self, AccountLink, LinkKind, State},
            device_in_words,
        },
        error::{Error, Result},
        mail::Letter,
        state::App,
        tenancy::JobTx,
    },
};

/// Who asks for a link again within this time is not sent another mail: the link that went out is still
/// good.
const ASKED_AGAIN: TimeDelta = TimeDelta::minutes(10);

/// Whom a mail is for, and how it is made.
pub struct Writer<'a> {
    pub app: &'a App,
    pub entered: &'a JobTx,
    pub row: &'a job::Model,
    pub to: &'a member::Model,
    pub now: DateTime<Utc>,
}

impl Writer<'_> {
    /// The letter; nothing when there is nothing to be said any more.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn letter(&self, wanted: Job) -> Result<Option<Letter>> {
        let (tx, clinic) = (&self.entered.tx, &self.entered.clinic);
        let (name, address) = (self.to.full_name(), self.to.email.as_str());
        Ok(match wanted {
            Job::Invitation { link, .. } => self.with_link(LinkKind::Invitation, Some(link)).await?,
            Job::PasswordReset { link, .. } => self.with_link(LinkKind::PasswordReset, link).await?,
            Job::EmailConfirmation { .. } if settings::current(tx).await?.owner_unconfirmed_since.is_none() => None,
            Job::EmailConfirmation { link, .. } => self.with_link(LinkKind::EmailConfirmation, link).await?,
            Job::SecondFactorRemoved { .. } => Some(Letter::second_factor_removed(&name, address, &clinic.name)),
            Job::AccountNotice { notice, .. } => self.account_changed(notice).await?,
            Job::BillingNotice { notice, .. } => {
                billing::notice_letter(tx, clinic, &self.app.base_url, self.to, notice).await?
            }
            Job::SupportGranted { access, .. } => {
                let access = support_access::Entity::find_by_id(access).one(tx).await?;
                access.map(|access| {
                    let until = access.ends_at.with_timezone(&clinic.time_zone).format("%B %-d, %H:%M %Z").to_string();
                    Letter::support_granted(&name, address, &clinic.name, &access.operator, &until)
                })
            }
            Job::ClinicProfile => None,
        })
    }

    /// As what the mail is counted. Each change to an account is a kind of its own: who signs in on three
    /// new devices still hears within the hour that the password was changed.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn counted(&self, wanted: Job, letter: &Letter) -> Result<Counted> {
        let kind = wanted.kind();
        let notice = match wanted {
            Job::AccountNotice { notice, .. } => {
                account_notice::Entity::find_by_id(notice).one(&self.entered.tx).await?
            }
            _ => None,
        };
        let (kind, is_confirmed) = match notice {
            Some(notice) => (format!("{kind}.{}", notice.kind), notice.address_confirmed),
            None => (kind.to_owned(), self.to.email_confirmed_at.is_some()),
        };
        let known = match wanted {
            Job::EmailConfirmation { .. } => Known::Asked,
            _ if is_confirmed => Known::Confirmed,
            _ => Known::No,
        };
        let (master, clinic) = (&self.app.master, self.entered.clinic.id);
        Ok(Counted::new(master, clinic, kind, (letter.address(), known), self.now))
    }

    /// Written to the address that stands in the notice, whoever has it now.
    async fn account_changed(&self, notice: i64) -> Result<Option<Letter>> {
        let clinic = &self.entered.clinic;
        let Some(notice) = account_notice::Entity::find_by_id(notice).one(&self.entered.tx).await? else {
            return Ok(None);
        };
        let Some(change) = AccountChange::named(&notice.kind) else { return Ok(None) };
        let origin = self.app.base_url.origin_of(&clinic.subdomain);
        let when = notice.at.with_timezone(&clinic.time_zone).format("%B %-d, %H:%M %Z");
        let whence = format!("{when}, from {} ({})", device_in_words(&notice.user_agent), notice.ip);
        let to = (self.to.full_name(), notice.address);
        Ok(Some(Letter::account_changed(change, to, &clinic.name, &whence, &origin)))
    }

    /// A mail with a one-use link: the one that was made for it, or a new one in the place of one that
    /// has expired. None when the member has used it, when it was withdrawn, or when another that is
    /// still good has been sent.
    async fn with_link(&self, kind: LinkKind, made: Option<AccountLink>) -> Result<Option<Letter>> {
        let (tx, clinic, master) = (&self.entered.tx, &self.entered.clinic, &self.app.master);
        let state = match made {
            Some(link) => link.state(tx, self.now).await?,
            None => State::Expired,
        };
        let link = match (made, state) {
            (_, State::Void) => return Ok(None),
            (Some(link), State::Usable) => link,
            _ => {
                let newer = match kind {
                    LinkKind::PasswordReset | LinkKind::EmailConfirmation => self.now - ASKED_AGAIN,
                    LinkKind::Invitation => DateTime::UNIX_EPOCH,
                };
                if account_link::is_another_usable(tx, kind, self.to.id, newer, self.now).await? {
                    return Ok(None);
                }
                let (link, _) = AccountLink::make(tx, clinic.id, master, kind, self.to.id, self.now).await?;
                self.remember(link).await?;
                link
            }
        };
        let url = link.url(kind, clinic.id, &clinic.subdomain, master, &self.app.base_url);
        Ok(Some(Letter::about(kind, &self.to.full_name(), &self.to.email, &clinic.name, &url)))
    }

    /// So that the next try mails the same link and leaves the one before it good.
    async fn remember(&self, link: AccountLink) -> Result<()> {
        let mut payload = self.row.payload.clone();
        let link = serde_json::to_value(link).map_err(|_| Error::Internal("a link could not be written".into()))?;
        payload["link"] = link;
        let row = job::ActiveModel { payload: Set(payload), ..Default::default() };
        job::Entity::update_many().set(row).filter(job::Column::Id.eq(self.row.id)).exec(&self.entered.tx).await?;
        Ok(())
    }
}
