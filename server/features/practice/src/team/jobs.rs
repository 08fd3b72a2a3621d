//! The mails of the calls about the team.

use entity::ids::MemberId;
use serde::{Deserialize, Serialize};

use super::licenses::LicenseReminder;
use auth::account_link::{AccountLink, LinkKind, url_for_email};
use mail::Email;
use outbox::{Failed, Job, Jobs, Outcome, Run, To};

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<InvitationEmail>().with::<SecondFactorRemoved>().with::<LicenseReminder>()
}

/// Mails a new member the invitation link.
#[derive(Debug, Serialize, Deserialize)]
pub struct InvitationEmail {
    pub member: MemberId,
    pub link: AccountLink,
}

impl Job for InvitationEmail {
    const KIND: &'static str = "invitation";
    const MAIL_ABOUT: Option<&'static str> = Some("Invitation to the team");
    const RUNS_AGAIN: bool = true;

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            let Some(url) = url_for_email(writer, LinkKind::Invitation, Some(self.link)).await? else {
                return Ok(None);
            };
            Ok(Some(Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
                let text = format!(
                    "Hello {name},\n\n{clinic} has added you to its team on Celadon. Choose a password to begin:\n\n{url}\n\n\
                     The link works once, for 72 hours. If you did not expect it, you can ignore this mail.\n"
                );
                (format!("Your invitation to {clinic}"), text)
            }).into()))
        })
        .await
    }
}

/// Tells a member by mail that another member has removed their second factor. A member who did not ask for that must know.
#[derive(Debug, Serialize, Deserialize)]
pub struct SecondFactorRemoved {
    pub member: MemberId,
}

impl Job for SecondFactorRemoved {
    const KIND: &'static str = "second_factor_removed";
    const MAIL_ABOUT: Option<&'static str> = Some("Two-step sign-in was turned off");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            Ok(Some(Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
                let text = format!(
                    "Hello {name},\n\nsomebody who manages the team of {clinic} has turned off two-step sign-in for your account. \
                     You sign in with your password alone now, and can set it up again in your account.\n\n\
                     If you did not ask for this, please speak to your clinic's owner at once.\n"
                );
                (format!("Two-step sign-in at {clinic} was turned off"), text)
            }).into()))
        })
        .await
    }
}
