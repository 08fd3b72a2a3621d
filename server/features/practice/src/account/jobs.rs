//! The mails with links for resetting a password and for confirming an owner's address.

use entity::ids::MemberId;
use serde::{Deserialize, Serialize};

use crate::settings;
use auth::{
    AccountNotice,
    account_link::{AccountLink, LinkKind, url_for_email},
};
use mail::Email;
use outbox::{AddressStatus, Draft, Failed, Job, Jobs, Outcome, Run, To};

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<PasswordReset>().with::<ConfirmationEmail>().with::<AccountNotice>()
}

/// Makes a link for setting a new password, and mails it.
#[derive(Debug, Serialize, Deserialize)]
pub struct PasswordReset {
    pub member: MemberId,
    /// Set once the link exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<AccountLink>,
}

impl Job for PasswordReset {
    const KIND: &'static str = "password_reset";
    const MAIL_ABOUT: Option<&'static str> = Some("Link for a new password");
    const HOLDS_LINK: bool = true;

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            let Some(url) = url_for_email(writer, LinkKind::PasswordReset, self.link).await? else { return Ok(None) };
            Ok(Some(Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
                let text = format!(
                    "Hello {name},\n\nsomebody asked for a new password for your account at {clinic}. Choose one here:\n\n{url}\n\n\
                     The link works once, for one hour. If it was not you, you can ignore this mail: your password stays as it is.\n"
                );
                (format!("A new password for {clinic}"), text)
            }).into()))
        })
        .await
    }
}

/// Mails an owner a link that confirms the address.
#[derive(Debug, Serialize, Deserialize)]
pub struct ConfirmationEmail {
    pub member: MemberId,
    /// Set once the link exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<AccountLink>,
}

impl Job for ConfirmationEmail {
    const KIND: &'static str = "email_confirmation";
    const MAIL_ABOUT: Option<&'static str> = Some("Confirmation of the owner’s address");
    const HOLDS_LINK: bool = true;

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            if settings::current(&writer.entered.tx).await?.owner_unconfirmed_since.is_none() {
                return Ok(None);
            }
            let Some(url) = url_for_email(writer, LinkKind::EmailConfirmation, self.link).await? else {
                return Ok(None);
            };
            let email = Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
                let text = format!(
                    "Hello {name},\n\n{clinic} was signed up on Celadon with this address. Confirm that it is yours:\n\n{url}\n\n\
                     Until then the clinic sends no other mail. The link works once, for 72 hours. If it was not you, you can \
                     ignore this mail.\n"
                );
                ("Please confirm your address".to_owned(), text)
            });
            Ok(Some(Draft { known: Some(AddressStatus::BeingConfirmed), ..email.into() }))
        })
        .await
    }
}
